/** Requests to a server that is under test, each read to its end. */
import { type Agent, request } from 'node:http';
import type { Question } from './large-questions.ts';

/** Asks and reads the answer whole; its status. A stream of events is left after the first of them. */
export function take(
  origin: string,
  question: string | Question,
  agent: Agent,
  token?: string,
): Promise<number> {
  const { method, address, accept, body }: Question =
    typeof question === 'string' ? { method: 'GET', address: question } : question;
  return new Promise((resolve, reject) => {
    const asked = request(
      // Not read as a URL: what is asked for is sent as it stands here.
      { ...host(origin), path: address, method, agent, headers: headersOf(accept, body, token) },
      (answer) => {
        const status = answer.statusCode ?? 0;
        answer.once('error', reject);
        answer.once('end', () => resolve(status));
        if (answer.headers['content-type']?.startsWith('text/event-stream'))
          answer.once('data', () => {
            answer.removeAllListeners('error').on('error', () => {});
            answer.destroy();
            resolve(status);
          });
        answer.resume();
      },
    );
    asked.once('error', (error: NodeJS.ErrnoException) => {
      // Who does not want to read a body to its end hangs up while it is being sent; a server that died is noticed by the next request.
      if (body !== undefined && /^(?:EPIPE|ECONNRESET)$/.test(error.code ?? '')) resolve(413);
      else reject(error);
    });
    asked.end(body);
  });
}

function host(origin: string): { readonly host: string; readonly port: string } {
  const { hostname, port } = new URL(origin);
  return { host: hostname, port };
}

function headersOf(accept?: string, body?: string, token?: string): Record<string, string> {
  return {
    ...(accept === undefined ? {} : { accept }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  };
}

/** The name of the collection that a server was started with. */
export async function nameOf(origin: string): Promise<string> {
  const { collections } = (await (await fetch(`${origin}/api/v1/collections`)).json()) as {
    collections: { name: string }[];
  };
  return collections[0]!.name;
}
