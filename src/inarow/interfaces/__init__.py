"""What people see: boards, the terminal and the command line."""
