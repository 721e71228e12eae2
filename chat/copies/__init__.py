"""Private copies of what tables show: which there are, and what is sent later."""
