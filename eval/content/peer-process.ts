/** Answers for one peer in a process of its own, so that a page on which it does not end can be given up. */
import { defuddlePeer, readabilityPeer } from './peers.ts';

const peer = await (process.argv[2] === 'defuddle' ? defuddlePeer() : readabilityPeer());
process.on('message', async ({ html, url }: { html: string; url: string }) => {
  try {
    process.send?.({ answer: await peer!.extract(html, url) });
  } catch {
    process.send?.({ answer: null });
  }
});
process.send?.({ ready: peer?.name ?? null });
