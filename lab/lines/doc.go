// Package lines makes pictures of lines of text for training text recognition, and files of them.
//
// Lines are made in blocks of a few: texts (package textsample) are set in a face (package font), printed (package
// raster), placed on paper, bent and photographed (package augment). Each line is cut out as in the engine (package
// crop), with the position errors of line finders. The seed determines everything.
package lines
