package pdf

import (
	"context"
	"encoding/binary"
	"math"
	"strings"

	"github.com/docmill/docmill/engine/document"
)

const (
	annotLink     = 2
	annotFreeText = 3
	annotPopup    = 16
	annotWidget   = 20
)

const (
	flagHidden = 1 << 1
	flagNoView = 1 << 5
)

const (
	fieldCheckBox = 2
	fieldRadio    = 3
	fieldComboBox = 4
	fieldListBox  = 5
	fieldText     = 6
)

const (
	flagMultiline = 1 << 12
	flagPassword  = 1 << 13
)

// maxAnnotations bounds the annotations read on one page.
const maxAnnotations = 5000

// Check boxes and radio buttons are read as these characters.
const (
	checked   = "☒"
	unchecked = "☐"
)

// note is the text of a form field or a free-text annotation; that of an empty field is "".
type note struct {
	rect  rect // in page space
	text  string
	size  float64             // of the font in points, 0 for what fits
	lines bool                // the text may take several lines
	whole bool                // the text is one sign that fills rect
	field *document.FormField // or nil
}

// annotations reports whether any annotation of a loaded page has an appearance to draw, and returns the
// notes. It removes the marks of buttons, which are glyphs without meaning.
func (f *File) annotations(ctx context.Context, page uint32) (drawn bool, notes []note, err error) {
	n, err := f.in.Count(ctx, "FPDFPage_GetAnnotCount", uint64(page))
	if err != nil {
		return false, nil, err
	}
	for i := range min(n, maxAnnotations) {
		annot, err := f.in.Call32(ctx, "FPDFPage_GetAnnot", uint64(page), uint64(i))
		if err != nil {
			return false, nil, err
		}
		if annot == 0 {
			continue
		}
		has, n, err := f.annotation(ctx, annot)
		if err != nil {
			return false, nil, err
		}
		drawn = drawn || has
		if n != nil {
			notes = append(notes, *n)
		}
		if _, err := f.in.Call(ctx, "FPDFPage_CloseAnnot", uint64(annot)); err != nil {
			return false, nil, err
		}
	}
	return drawn, notes, nil
}

func (f *File) annotation(ctx context.Context, annot uint32) (drawn bool, n *note, err error) {
	kind, err := f.in.Call32(ctx, "FPDFAnnot_GetSubtype", uint64(annot))
	if err != nil || kind == annotLink || kind == annotPopup {
		return false, nil, err
	}
	flags, err := f.in.Call32(ctx, "FPDFAnnot_GetFlags", uint64(annot))
	if err != nil || flags&(flagHidden|flagNoView) != 0 {
		return false, nil, err
	}
	key, err := f.key(ctx, "AP")
	if err != nil {
		return false, nil, err
	}
	has, err := f.in.Call32(ctx, "FPDFAnnot_HasKey", uint64(annot), key)
	if err != nil {
		return false, nil, err
	}
	switch drawn = has != 0; {
	case kind == annotWidget:
		n, err = f.widget(ctx, annot, flags)
	case kind == annotFreeText && !drawn:
		n, err = f.freeText(ctx, annot)
	}
	return drawn, n, err
}

func (f *File) freeText(ctx context.Context, annot uint32) (*note, error) {
	key, err := f.key(ctx, "Contents")
	if err != nil {
		return nil, err
	}
	text, err := f.in.Text(ctx, "FPDFAnnot_GetStringValue", uint64(annot), key)
	if err != nil || strings.TrimSpace(text) == "" {
		return nil, err
	}
	return f.note(ctx, annot, note{text: text, lines: true})
}

func (f *File) note(ctx context.Context, annot uint32, n note) (*note, error) {
	ok, err := f.in.Call32(ctx, "FPDFAnnot_GetRect", uint64(annot), uint64(f.in.Scratch))
	if err != nil || ok == 0 {
		return nil, err
	}
	v, err := f.in.Floats(4) // left, top, right, bottom
	if err != nil {
		return nil, err
	}
	if n.rect = hull(v[0], v[3], v[2], v[1]); !(n.rect.width() > 0 && n.rect.height() > 0) {
		return nil, nil
	}
	return &n, nil
}

// widget returns the value of the form field that the annotation shows, if any.
func (f *File) widget(ctx context.Context, annot, flags uint32) (*note, error) {
	form, err := f.form(ctx)
	if err != nil || form == 0 {
		return nil, err
	}
	kind, err := f.in.Call32(ctx, "FPDFAnnot_GetFormFieldType", uint64(form), uint64(annot))
	if err != nil {
		return nil, err
	}
	field := &document.FormField{}
	switch kind {
	case fieldCheckBox:
		field.Type = document.CheckBox
	case fieldRadio:
		field.Type = document.RadioButton
	case fieldText:
		field.Type = document.TextField
	case fieldComboBox, fieldListBox:
		field.Type = document.ChoiceField
	default:
		return nil, nil
	}
	const longest = 500 // bytes
	for _, t := range []struct {
		function string
		text     *string
	}{{"FPDFAnnot_GetFormFieldName", &field.Name}, {"FPDFAnnot_GetFormFieldAlternateName", &field.Tooltip}} {
		said, err := f.in.Text(ctx, t.function, uint64(form), uint64(annot))
		if err != nil {
			return nil, err
		}
		*t.text = document.TruncateText(strings.TrimSpace(said), longest)
	}
	if field.Type == document.CheckBox || field.Type == document.RadioButton {
		return f.button(ctx, form, annot, flags, field)
	}
	return f.value(ctx, form, annot, kind, field)
}

func (f *File) button(ctx context.Context, form, annot, flags uint32, field *document.FormField) (*note, error) {
	if _, err := f.in.Call(ctx, "FPDFAnnot_SetFlags", uint64(annot), uint64(flags|flagHidden)); err != nil {
		return nil, err
	}
	key, err := f.key(ctx, "AS") // the appearance state
	if err != nil {
		return nil, err
	}
	state, err := f.in.Text(ctx, "FPDFAnnot_GetStringValue", uint64(annot), key)
	if err != nil {
		return nil, err
	}
	on := state != "" && state != "Off"
	if state == "" { // an older file, where the field's value decides
		v, err := f.in.Call32(ctx, "FPDFAnnot_IsChecked", uint64(form), uint64(annot))
		if err != nil {
			return nil, err
		}
		on = v != 0
	}
	n := note{text: unchecked, whole: true, field: field}
	if field.Checked = on; on {
		n.text, field.Value = checked, state
	}
	return f.note(ctx, annot, n)
}

func (f *File) value(ctx context.Context, form, annot, kind uint32, field *document.FormField) (*note, error) {
	flags, err := f.in.Call32(ctx, "FPDFAnnot_GetFormFieldFlags", uint64(form), uint64(annot))
	if err != nil || kind == fieldText && flags&flagPassword != 0 {
		return nil, err
	}
	n := note{lines: kind == fieldListBox || kind == fieldText && flags&flagMultiline != 0, field: field}
	if kind != fieldText {
		n.text, err = f.chosen(ctx, form, annot)
	}
	if n.text == "" && err == nil {
		n.text, err = f.in.Text(ctx, "FPDFAnnot_GetFormFieldValue", uint64(form), uint64(annot))
	}
	if err != nil {
		return nil, err
	}
	if field.Value = strings.TrimSpace(n.text); field.Value == "" {
		return f.note(ctx, annot, n)
	}
	ok, err := f.in.Call32(ctx, "FPDFAnnot_GetFontSize", uint64(form), uint64(annot), uint64(f.in.Scratch))
	if err != nil {
		return nil, err
	}
	size, err := f.in.Floats(1)
	if err != nil {
		return nil, err
	}
	if ok != 0 && size[0] > 0 && !math.IsInf(size[0], 0) {
		n.size = size[0]
	}
	return f.note(ctx, annot, n)
}

// chosen joins the labels of the selected options.
func (f *File) chosen(ctx context.Context, form, annot uint32) (string, error) {
	const maxOptions = 1000
	n, err := f.in.Count(ctx, "FPDFAnnot_GetOptionCount", uint64(form), uint64(annot))
	if err != nil {
		return "", err
	}
	var labels []string
	for i := range min(n, maxOptions) {
		on, err := f.in.Call32(ctx, "FPDFAnnot_IsOptionSelected", uint64(form), uint64(annot), uint64(i))
		if err != nil {
			return "", err
		}
		if on == 0 {
			continue
		}
		label, err := f.in.Text(ctx, "FPDFAnnot_GetOptionLabel", uint64(form), uint64(annot), uint64(i))
		if err != nil {
			return "", err
		}
		labels = append(labels, label)
	}
	return strings.Join(labels, "\n"), nil
}

// form returns PDFium's form handle, created once, or 0 if the file has no forms.
func (f *File) form(ctx context.Context) (uint32, error) {
	if f.formMade {
		return f.formHandle, nil
	}
	f.formMade = true
	// FPDF_FORMFILLINFO: a version and callbacks, which are optional for reading.
	const size, version = 256, 2
	info := make([]byte, size)
	binary.LittleEndian.PutUint32(info, version)
	p, err := f.in.WriteBytes(ctx, info)
	if err != nil {
		return 0, err
	}
	f.formHandle, err = f.in.Call32(ctx, "FPDFDOC_InitFormFillEnvironment", uint64(f.doc), uint64(p))
	return f.formHandle, err
}
