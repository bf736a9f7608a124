/** What went wrong with a question to the server, in its own words and with its code. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly advice: string;
  /** 0: the server was not reached. */
  readonly status: number;

  constructor(code: string, message: string, advice: string, status: number) {
    super(message);
    this.name = 'ApiProblem';
    this.code = code;
    this.advice = advice;
    this.status = status;
  }
}

/** Reads `{error:{code,message,advice}}`; anything else becomes a problem with the status only. */
export function readProblem(body: unknown, status: number): ApiProblem {
  const error = (body as { error?: unknown } | null)?.error as Record<string, unknown> | undefined;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  if (error && typeof error === 'object')
    return new ApiProblem(text(error.code), text(error.message), text(error.advice), status);
  return new ApiProblem(`HTTP ${status}`, '', '', status);
}
