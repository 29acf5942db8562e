package read

import "github.com/docmill/docmill/engine/document"

// maxWordBytes bounds a word and an entry of the metadata; longer ones are cut off. The longest genuine
// words are web addresses of a few hundred bytes.
const maxWordBytes = 4 << 10

func boundValues(doc *document.Document) {
	for i := range doc.Pages {
		for _, line := range doc.Pages[i].Lines {
			for k := range line.Words {
				line.Words[k].Text = document.TruncateText(line.Words[k].Text, maxWordBytes)
			}
		}
	}
	for key, value := range doc.Info {
		doc.Info[key] = document.TruncateText(value, maxWordBytes)
	}
	for i := range doc.Attachments {
		doc.Attachments[i].Name = document.TruncateText(doc.Attachments[i].Name, maxWordBytes)
	}
}
