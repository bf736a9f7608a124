/** The extractors this one is measured against, called as their own documentation says; absent ones are null. */
import { parseHtml, visibleText } from '../../src/html/index.ts';

export interface PeerAnswer {
  readonly title: string;
  readonly text: string;
}

export interface Peer {
  readonly name: string;
  extract(html: string, url: string): Promise<PeerAnswer>;
}

/** Both peers answer with markup; the words of blocks must not run together when it becomes text. */
function textOf(markup: string): string {
  return visibleText(parseHtml(markup));
}

interface Dom {
  readonly window: { readonly document: unknown; close(): void };
}
type JsdomModule = {
  readonly JSDOM: new (html: string, options: object) => Dom;
  readonly VirtualConsole: new () => object;
};

/** Modules of the benchmarks' own folder; their types are not the project's. */
async function load<T>(path: string): Promise<T | null> {
  try {
    return (await import(new URL(`../../bench/node_modules/${path}`, import.meta.url).href)) as T;
  } catch {
    return null;
  }
}

export async function readabilityPeer(): Promise<Peer | null> {
  const jsdom = await load<JsdomModule>('jsdom/lib/api.js');
  const module = await load<{
    Readability: new (document: unknown) => { parse(): { title: string; content: string } | null };
  }>('@mozilla/readability/index.js');
  if (jsdom === null || module === null) return null;
  return {
    name: 'readability 0.6 + jsdom',
    async extract(html, url) {
      const dom = new jsdom.JSDOM(html, { url, virtualConsole: new jsdom.VirtualConsole() });
      try {
        const answer = new module.Readability(dom.window.document).parse();
        return { title: answer?.title ?? '', text: textOf(answer?.content ?? '') };
      } finally {
        dom.window.close();
      }
    },
  };
}

type DefuddleModule = {
  readonly Defuddle: (document: unknown, url: string) => Promise<{ title: string; content: string }>;
};

export async function defuddlePeer(): Promise<Peer | null> {
  const jsdom = await load<JsdomModule>('jsdom/lib/api.js');
  const module = await load<DefuddleModule>('defuddle/dist/node.js');
  if (jsdom === null || module === null) return null;
  return {
    name: 'defuddle 0.19 + jsdom',
    async extract(html, url) {
      const dom = new jsdom.JSDOM(html, { url, virtualConsole: new jsdom.VirtualConsole() });
      try {
        const answer = await quietly(() => module.Defuddle(dom.window.document, url));
        return { title: answer.title ?? '', text: textOf(answer.content ?? '') };
      } finally {
        dom.window.close();
      }
    },
  };
}

/** Defuddle with linkedom, the faster of its two documented ways: for speed. */
export async function defuddleLinkedomPeer(): Promise<Peer | null> {
  const linkedom = await load<{ parseHTML(html: string): { document: unknown } }>('linkedom/esm/index.js');
  const module = await load<DefuddleModule>('defuddle/dist/node.js');
  if (linkedom === null || module === null) return null;
  return {
    name: 'defuddle 0.19 + linkedom',
    async extract(html, url) {
      const { document } = linkedom.parseHTML(html);
      const answer = await quietly(() => module.Defuddle(document, url));
      return { title: answer.title ?? '', text: textOf(answer.content ?? '') };
    },
  };
}

/** Defuddle writes what it cannot read on the console. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { log, warn, error } = console;
  console.log = console.warn = console.error = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}
