// The account: its plan, its keys, and what the service can read.

/** A calendar month in UTC. */
export interface Period {
  start: string;
  /** The first instant of the next month. */
  end: string;
}

/** How the account stands with its plan. */
export interface Usage {
  plan: "Free" | "Starter" | "Pro" | "Enterprise";
  period: Period;
  documents: { used: number; limit: number; remaining: number };
  /** Of the last 60 seconds. */
  requestsPerMinute: { limit: number; remaining: number };
  /** Bytes. */
  maxFileSize: number;
}

/** A member of a document type's data. */
export interface FieldType {
  name: string;
  /** string, money, date, array …; an open list. */
  type: string;
  description: string;
  /** Of the elements of an array. */
  fields?: FieldType[];
}

/** A kind of document and what its data may hold. */
export interface DocumentType {
  name: string;
  /** Of a saved type its title. */
  description: string;
  fields: FieldType[];
  /** The latest version of a saved type. */
  version?: number;
  /** When this version was saved. */
  createdAt?: string;
}

/** A version of a document type that the account saved. Its name is a documentType; "name@2" selects version 2. */
export interface SavedType {
  name: string;
  /** For people. */
  title: string;
  version: number;
  /** A JSON Schema of the fields. */
  schema: object;
  createdAt: string;
}

/** An API key just made: the only time that its value is shown. */
export interface NewKey {
  id: string;
  key: string;
  name: string;
  prefix: string;
  lastFour: string;
  createdAt: string;
  /** Null for never. */
  expiresAt: string | null;
}

/** A subscription to events. Webhooks are planned and not live. */
export interface Webhook {
  id: string;
  url: string;
  events: string[];
  /** In the answer of registerWebhook only. */
  secret?: string;
  isActive: boolean;
  createdAt: string;
}
