/** Times as people read them. */

export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts[0]! > 0
    ? `${parts[0]}h${String(parts[1]).padStart(2, '0')}min`
    : parts[1]! > 0
      ? `${parts[1]}min${String(parts[2]).padStart(2, '0')}s`
      : `${parts[2]} s`;
}
