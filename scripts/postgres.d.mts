export function findPostgres(): string | null;
export function ensurePostgres(): void;
