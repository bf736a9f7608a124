/**
 * A download of a geographic file: counted once for each visitor, file and day, then the visitor is sent to the producer, who has the
 * file. Nobody can be recognised from what is kept: the visitor is a digest of address and browser with a secret of this process and
 * the day in it.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenCollection } from '../collections.ts';
import { webAddress } from './markup.ts';

const SECRET = randomBytes(32);
const DAY = 86_400_000;

const ROBOT =
  /(?<!\bcu)bot\b|crawl|spider|slurp|archiver|fetcher|monitor|preview|scan|^(?:curl|wget|python|java|go-http|okhttp|libwww|lwp|ruby|php|axios|node|undici|httpx|aria2|scrapy|heritrix|tarrafa)/i;

/** Does the software that asks say, or fail to hide, that no person is there? */
export function isRobot(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent.trim() === '' || ROBOT.test(userAgent.slice(0, 500));
}

function counts(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || isRobot(request.headers['user-agent'])) return false;
  // Browsers that load ahead of a click say so.
  const purpose = `${request.headers['sec-purpose'] ?? ''} ${request.headers.purpose ?? ''}`;
  return !/prefetch|prerender|preview/i.test(purpose);
}

/**
 * Counts a click and gives the address that the visitor is to be sent to; null when there is no such file or its address is not one
 * of the Web.
 */
export async function countedDownload(
  request: FastifyRequest,
  collection: OpenCollection,
  id: number,
  now: number = Date.now(),
): Promise<string | null> {
  const geo = Number.isSafeInteger(id) && id >= 0 ? await collection.catalogue.geo(id) : null;
  const address = geo === null ? null : webAddress(geo.file.url);
  if (address === null) return null;
  if (counts(request)) {
    const day = Math.floor(now / DAY);
    const visitor = createHash('sha256')
      .update(SECRET)
      .update(`${day}\n${request.ip}\n${request.headers['user-agent'] ?? ''}`)
      .digest('base64url')
      .slice(0, 22);
    try {
      await collection.catalogue.countDownload(id, visitor, day);
    } catch {
      // A catalogue that cannot be written just now loses a count, not the visitor's file.
    }
  }
  return address;
}

/** Sends the visitor on to the producer. Nothing tells the producer where the click was made. */
export function sendToProducer(reply: FastifyReply, address: string): FastifyReply {
  return reply
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .redirect(address, 302);
}
