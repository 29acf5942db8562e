// Layouts that corrections taught.

/** How right a layout has been in one field or column: in how many lessons it led to the value, and in how many elsewhere. */
export interface LayoutField {
  name: string;
  held: number;
  contradicted: number;
}

/** What one document taught a layout. */
export interface Lesson {
  document: string;
  /** The newest entry of its history. */
  correction?: number;
  at: string;
}

/** A layout as lists show it. */
export interface LayoutSummary {
  /** layout_… */
  id: string;
  /** In most of the documents; empty when it is not known. */
  vendor: string;
  /** Documents are read by it. */
  enabled: boolean;
  /** How many taught it. */
  documents: number;
  version: number;
  /** When it was last taught or switched. */
  changedAt: string;
  /** When it was last handed out for a document or taught, to the hour. */
  usedAt: string;
}

/** What documents of one layout have taught the service. */
export interface Layout extends LayoutSummary {
  /** Those that it knows, by name. */
  fields: LayoutField[];
  /** Those of line items, by the member that stands in them, left to right. */
  columns: LayoutField[];
  /** The documents that taught it, the newest first. */
  lessons: Lesson[];
}

/** A part of the list of layouts. */
export interface LayoutPage {
  items: LayoutSummary[];
  /** Null on the last page. */
  nextCursor: string | null;
}
