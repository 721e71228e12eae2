"""What people are asked at tables and what their answers lead to, for every face of the bot: without Discord, without HTTP."""
