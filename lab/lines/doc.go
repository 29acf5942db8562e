// Package lines makes pictures of lines of text for training text recognition, and files of them.
//
// Lines are made in blocks of a few: texts (package wording) are set in a face (package typeface), printed, placed on
// paper, bent and photographed (package look). Each line is cut out as in the engine (package crop), with the position
// errors of line finders. The seed determines everything.
package lines
