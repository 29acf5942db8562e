package matrix

// Portable implementations. That of attention needs a call of Attend before it.
var AddPortable, AddBytesPortable, AttendPortable = addPortable, addBytesPortable, (*Attention).attendPortable
