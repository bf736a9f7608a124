/**
 * The reading of a page as a browser gets it: bundled into one script, in which no module of Node may be, and run in a context that has of
 * the platform only what browsers have too.
 */
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { languageModelBytes } from '../src/page/index.ts';
import type { Page, PageReader, pageReader } from '../src/page/portable.ts';

const ENTRY = join(import.meta.dirname, '..', 'src', 'page', 'portable.ts');

/** Throws when the reading, or a library that it uses, asks for Node. */
export async function bundleReading(entry = ENTRY): Promise<string> {
  const output = (await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'silent',
    plugins: [
      {
        name: 'no-node',
        enforce: 'pre',
        resolveId(id, importer) {
          if (id.startsWith('node:') || builtinModules.includes(id))
            throw new Error(`${importer} asks for ${id}`);
        },
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'reading' },
    },
  })) as Rolldown.RolldownOutput[];
  const chunks = output.flatMap((bundle) => bundle.output);
  if (chunks.length !== 1 || chunks[0]!.type !== 'chunk') throw new Error('more than one script');
  return chunks[0]!.code;
}

/** Of what is no part of the language. */
const BROWSERS_HAVE = {
  AbortController,
  AbortSignal,
  DOMException,
  ReadableStream,
  TextDecoder,
  TextEncoder,
  URL,
  clearTimeout,
  performance,
  setTimeout,
  structuredClone,
};

/** Everything that a page says by itself, as plain data that can be compared across contexts. */
export function everyFact(page: Page): unknown {
  const { facts, source, text, languageTag, base, metas, canonical, pdfProblem, pdfText, document, links } =
    page;
  const { items, pairs } = page.structuredData;
  return {
    ...facts,
    source,
    text,
    languageTag,
    base,
    metas: [...metas],
    canonical,
    pdfProblem,
    pdfText,
    tags: document === null ? [] : Array.from({ length: document.count }, (_, row) => document.tagName(row)),
    links:
      links === null
        ? []
        : Array.from({ length: links.count }, (_, i) => [
            links.kind(i),
            links.href(i),
            page.address(links, i),
          ]),
    items: items.map((item) => [item.syntax, [...item.types], item.id, item.properties.size]),
    pairs: [...pairs],
  };
}

/** The bundled reading with the installed language model. */
export async function browserReader(): Promise<PageReader> {
  const context = createContext({ ...BROWSERS_HAVE });
  new Script(await bundleReading(), { filename: 'reading.js' }).runInContext(context);
  const reading = context.reading as { pageReader: typeof pageReader };
  return reading.pageReader(languageModelBytes());
}
