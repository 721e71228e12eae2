"""Start and stop: settings, logs, health check and self-check of the running bot."""
