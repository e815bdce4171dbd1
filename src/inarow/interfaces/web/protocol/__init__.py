"""What goes over the wire: messages, their checks, and the socket session."""
