import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import { analysePage } from './extract-content.ts';
import { SiteMemories } from './site-memories.ts';

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tarrafa-memories-'));
  folders.push(made);
  return join(made, 'content');
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const WORDS =
  'rio ponte escola feira praça chuva obra verba câmara prefeito bairro estrada colheita safra'.split(' ');
function story(site: string, n: number): string {
  const sentence = (k: number) =>
    `A notícia ${n} de ${site} fala de ${WORDS[(n * 3 + k) % WORDS.length]} e de ${WORDS[(n + k * 5) % WORDS.length]}, segundo a pessoa número ${n * 7 + k}, que mora ali há ${k + n} anos.`;
  return `<html><body><div class="a"><p>Assine o ${site} e receba tudo no seu telefone, todos os dias, sem pagar nada.</p></div><div class="b"><h1>Título ${n}</h1>${Array.from({ length: 6 }, (_, k) => `<p>${sentence(k)}</p>`).join('')}</div></body></html>`;
}
const facts = (site: string, n: number) =>
  analysePage(parseHtml(story(site, n)), { url: `http://${site}/noticias/${n}` }).facts;

describe('memories of many sites', () => {
  it('hold a few, keep the others on disk, and go on where they were', () => {
    const out = folder();
    const few = new SiteMemories(out, { mostHeld: 2 });
    const all = new SiteMemories(folder());
    for (let n = 0; n < 12; n++)
      for (const site of ['um.br', 'dois.br', 'três.br', 'quatro.pt']) {
        const a = few.learn(site, facts(site, n));
        const b = all.learn(site, facts(site, n));
        expect(a.labels).toEqual(b.labels);
        expect(a.pages).toBe(b.pages);
        expect(few.held).toBeLessThanOrEqual(2);
      }
    few.save();
    const again = new SiteMemories(out);
    expect(again.of('um.br').pages).toBe(12);
    expect(again.learn('três.br', facts('três.br', 50)).reasons).toContain('repeated-text');
  });

  it('are told to others who learn from the same site, when they have doubled, and heard by who knows less', () => {
    const [one, two] = [new SiteMemories(folder()), new SiteMemories(folder())];
    const told: number[] = [];
    let last = Buffer.alloc(0);
    for (let n = 0; n < 20; n++) {
      one.learn('um.br', facts('um.br', n));
      const memory = one.tell('um.br');
      if (memory === null) continue;
      told.push(memory.weight);
      last = Buffer.from(memory.bytes);
    }
    expect(told).toEqual([4, 8, 16]);
    // Nobody asks about a site that hardly anybody has visited, nor twice about the same.
    expect([two.lacks('um.br', 3), two.lacks('um.br', 16), two.lacks('um.br', 20)]).toEqual([
      false,
      true,
      false,
    ]);
    two.learn('um.br', facts('um.br', 30));
    two.hear('um.br', last);
    expect(two.of('um.br').pages).toBe(16);
    expect(two.learn('um.br', facts('um.br', 31)).reasons).toContain('repeated-text');
    // What it heard it need not tell, nor ask for again before there is much more; less than it knows, or no memory, it leaves.
    expect(two.tell('um.br')).toBeNull();
    expect(two.lacks('um.br', 33)).toBe(false);
    two.hear('um.br', last);
    last[20]! ^= 0xff;
    two.hear('um.br', last);
    two.hear('um.br', last.subarray(0, 10));
    expect(two.of('um.br').pages).toBe(17);
    two.save();
  });

  it('what cannot be read is begun anew, and no name leaves the folder', () => {
    const out = folder();
    const memories = new SiteMemories(out);
    for (const site of ['a.br', '../../fora', '..', 'x'.repeat(500), 'com espaço'])
      memories.learn(site, facts('a.br', 1));
    memories.save();
    expect(readdirSync(out)).toHaveLength(5);
    expect(readdirSync(join(out, '..'))).toEqual(['content']);
    writeFileSync(memories.path('a.br'), 'isto não é uma memória');
    expect(new SiteMemories(out).of('a.br').pages).toBe(0);
  });
});
