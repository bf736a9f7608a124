import { expect, it } from 'vitest';
import type { Visit } from '../../crawl/index.ts';
import type { UrlEvent } from '../../frontier/index.ts';
import type { Language } from '../../words/index.ts';
import { eventLine, visitLine } from './event-lines.ts';

const AT = Date.UTC(2024, 2, 26, 13, 43, 10);
const URL = 'https://exemplo.br/';
const EVENTS: readonly UrlEvent[] = [
  {
    event: 'added',
    record: 7,
    at: AT,
    detail: { url: URL, priority: 70, depth: 1, hops: 3, parent: 33419 },
  },
  { event: 'leased', record: 7, at: AT, detail: { attempt: 1 } },
  { event: 'leased', record: 7, at: AT, detail: { attempt: 2 } },
  { event: 'retry', record: 7, at: AT, detail: { attempt: 2, notBefore: AT + 60_000 } },
  { event: 'completed', record: 7, at: AT, detail: { outcome: 'analysed', status: 200, bytes: 7000 } },
  { event: 'completed', record: 7, at: AT, detail: { outcome: 'failed', status: 0, bytes: 0 } },
  { event: 'dropped', record: 7, at: AT, detail: { reason: 'capacity' } },
];
const VISIT = {
  n: 9,
  record: 7,
  url: URL,
  at: AT,
  outcome: 'gone',
  status: 404,
  reason: 'http-404',
  bytes: 0,
  title: 'Não há',
  warc: { file: 'a.warc.gz', offset: 12 },
} as unknown as Visit;

const lines = (language: Language) =>
  [...EVENTS.map((event) => eventLine(event, URL, language)), visitLine(VISIT, language)].map((line) =>
    line.replace(/^ {2}\S+ {2}/, ''),
  );

it('says in words what happened to an address, in each language', () => {
  expect(lines('pt-BR')).toEqual([
    'entrou na fila · prioridade 70 · a 3 links de uma semente',
    'foi a vez dele',
    'foi a vez dele · tentativa 2',
    'será pedido de novo · tentativa 2 · não antes de 2024-03-26T13:44:10.000Z',
    'visitado · analisada · HTTP 200 · 7 kB',
    'visitado · falhou · 0 B',
    'saiu da fila · não coube na fila',
    '#9 não existe mais · HTTP 404 · 0 B · «Não há» · no arquivo a.warc.gz, byte 12',
  ]);
  expect([lines('pt-PT')[0], lines('en')[0]]).toEqual([
    'entrou na fila · prioridade 70 · a 3 ligações de uma semente',
    'queued · priority 70 · 3 links from a seed',
  ]);
  expect(eventLine(EVENTS[0]!, 'https://exemplo.br/outra', 'en')).toContain(URL);
  for (const language of ['pt-BR', 'pt-PT', 'en'] as const)
    expect(lines(language).join('\n')).not.toMatch(/\w=|analysed=|priority=|http-404/);
});
