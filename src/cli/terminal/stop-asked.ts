/** Waits for whoever ends a server that a command runs: Ctrl+C, or the system. */
export function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
