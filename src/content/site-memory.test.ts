import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TarrafaError } from '../errors.ts';
import { parseHtml } from '../html/index.ts';
import {
  type AnalysedPage,
  analysePage,
  type Content,
  extractContent,
  pathPrefix,
  SiteMemory,
} from './index.ts';

/** A news page whose classes say nothing, so that only repetition can tell. */
interface Made {
  readonly n: number;
  readonly body?: string;
  readonly side?: string;
  readonly folder?: string;
  readonly wrap?: (inner: string) => string;
}

const SUBJECTS = [
  'ponte',
  'escola',
  'feira',
  'praça',
  'mercado',
  'hospital',
  'estádio',
  'museu',
  'porto',
  'parque',
  'teatro',
];
const VERBS = ['inaugura', 'reforma', 'amplia', 'fecha', 'discute', 'avalia', 'celebra'];
const sentence = (n: number, k: number): string =>
  `A ${SUBJECTS[(n * 3 + k) % SUBJECTS.length]} de ${SUBJECTS[(n + k * 5) % SUBJECTS.length]} ${n}.${k} ${VERBS[(n + k) % VERBS.length]}, segundo a prefeitura, ${n * 7 + k} obras do plano ${k}, com apoio de ${n + k} moradores do bairro.`;
const prose = (n: number, count = 4): string =>
  Array.from({ length: count }, (_, k) => `<p>${sentence(n, k)}</p>`).join('');

const PROMISE =
  'O nosso jornal acredita que a boa informação muda a vida das pessoas, e por isso trabalha todos os dias com independência.';

function html({
  n,
  body = prose(n),
  side = '',
  wrap = (inner) => `<div class="x1"><div class="x2">${inner}</div></div>`,
}: Made): string {
  return `<html><head><title>Notícia ${n} da cidade</title></head><body><div class="t"><a href="/">Início</a> <a href="/e">Editorias</a></div>${wrap(
    `<div class="k"><h1>Notícia ${n} da cidade</h1>${body}</div><div class="z"><p>${PROMISE}</p>${side}</div>`,
  )}<div class="f"><p>Rua das Flores, 10, centro, telefone 3222-1000, aberto de segunda a sexta.</p></div></body></html>`;
}

function analysed(made: Made): AnalysedPage {
  return analysePage(parseHtml(html(made)), {
    url: `https://jornal.exemplo.br/${made.folder ?? 'cidade'}/noticia-${made.n}`,
  });
}

interface Learned {
  readonly memory: SiteMemory;
  readonly pages: readonly { readonly page: AnalysedPage; readonly counted: boolean }[];
}

function learn(all: readonly Made[], memory = new SiteMemory()): Learned {
  return {
    memory,
    pages: all.map((made) => analysed(made)).map((page) => ({ page, counted: memory.learn(page.facts) })),
  };
}

function content({ memory, pages }: Learned, i: number): Content {
  const { page, counted } = pages[i]!;
  return extractContent(page, { memory, counted });
}

const numbers = (count: number): Made[] => Array.from({ length: count }, (_, n) => ({ n }));

describe('what a site repeats', () => {
  const site = learn(numbers(12));

  it('is dropped, though the page alone keeps it', () => {
    expect(extractContent(site.pages[3]!.page).text).toContain('boa informação');
    const read = content(site, 3);
    expect(read.text).not.toContain('boa informação');
    const block = read.blocks.find((b) => b.text === PROMISE)!;
    expect(block.reason).toBe('repeated-text');
    expect(block.repeated).toBe(1);
    for (let k = 0; k < 4; k++) expect(read.text).toContain(sentence(3, k));
  });

  it('says what it compared with', () => {
    expect(content(site, 3).site).toMatchObject({
      pages: 11,
      cluster: '/cidade/',
      version: 1,
      liveCoverage: false,
    });
  });

  it('is judged the same whether the page was counted or is new', () => {
    const fresh = analysed({ n: 50 });
    const unseen = extractContent(fresh, { memory: site.memory });
    expect(unseen.text).not.toContain('boa informação');
    for (let k = 0; k < 4; k++) expect(unseen.text).toContain(sentence(50, k));
  });

  it('does not depend on the order of the pages', () => {
    const back = learn([...numbers(12)].reverse());
    for (let i = 0; i < 12; i++) expect(content(back, 11 - i).text).toBe(content(site, i).text);
  });
});

describe('the known failures of the method', () => {
  it('few pages: the page-level answer stands', () => {
    const two = learn(numbers(2));
    expect(content(two, 0).text).toBe(extractContent(two.pages[0]!.page).text);
    expect(content(two, 0).blocks.every((b) => b.reason !== 'repeated-text')).toBe(true);
  });

  it('one page only', () => {
    const one = learn(numbers(1));
    expect(content(one, 0).text).toContain(sentence(0, 2));
  });

  it('text that is repeated with good reason is kept: an exercise that several articles describe', () => {
    const exercise =
      '<p>Agachamento: afaste os pés na largura dos ombros e desça devagar, com as costas retas, até a coxa ficar paralela ao chão.</p>';
    const all = numbers(24).map((made) =>
      made.n % 6 === 1 ? { n: made.n, body: prose(made.n, 3) + exercise + prose(made.n + 100, 2) } : made,
    );
    const read = content(learn(all), 7);
    expect(read.text).toContain('Agachamento: afaste os pés');
    expect(read.text).not.toContain('boa informação');
  });

  it('titles and subtitles outside the tag list are kept', () => {
    const all = numbers(12).map(({ n }) => ({
      n,
      body: `<h2>Subtítulo da notícia ${n * 13} sobre a ${SUBJECTS[n % 11]}</h2>${prose(n)}<table><tr><td>Obra ${n}</td><td>${n * 1000} reais</td></tr></table>`,
    }));
    const read = content(learn(all), 5);
    expect(read.title).toBe('Notícia 5 da cidade');
    expect(read.text).toContain('Subtítulo da notícia 65');
    expect(read.text).toContain('5000 reais');
  });

  it('[X-A50] comments with a markup of their own and always new text are no content', () => {
    const comment = (n: number, k: number): string =>
      `<li class="comment"><p>${sentence(n + 300, k)} Eu acho isso muito bom.</p></li>`;
    const all = numbers(12).map(({ n }) => ({
      n,
      side: `<ol class="comment-list">${comment(n, 1)}${comment(n, 2)}${comment(n, 3)}</ol>`,
    }));
    const read = content(learn(all), 5);
    expect(read.text).not.toContain('muito bom');
    expect(read.comments).toHaveLength(3);
  });

  it('[X-A51] live coverage is flagged: many more blocks than the site usually has', () => {
    const live = Array.from(
      { length: 60 },
      (_, k) => `<p>${20 + (k % 40)}h${k % 60} – ${sentence(77, k)}</p>`,
    ).join('');
    const site = learn([...numbers(12), { n: 77, body: live }]);
    expect(content(site, 12).site!.liveCoverage).toBe(true);
    expect(content(site, 12).text).toContain(sentence(77, 30));
    for (let i = 0; i < 12; i++) expect(content(site, i).site!.liveCoverage).toBe(false);
  });

  it('pages that are nearly the same count once', () => {
    const site = learn([...numbers(12), ...Array.from({ length: 8 }, () => ({ n: 4 }))]);
    expect(site.memory.pages).toBe(12);
    expect(site.memory.nearDuplicates).toBe(8);
    // Eight copies do not turn an article into a template.
    expect(content(site, 4).text).toContain(sentence(4, 1));
  });

  it('what may be removed has a cap', () => {
    // Every page is the same but for its title: nearly all would go.
    const all = numbers(12).map(({ n }) => ({ n, body: `<p>${sentence(1, 1)}</p><p>${sentence(1, 2)}</p>` }));
    const site = learn(all);
    const read = content(site, 2);
    expect(read.text.length).toBeGreaterThan(0);
  });
});

describe('company', () => {
  it('a small box under a heading that many pages have is no content, though its lines are always new', () => {
    const all = numbers(16).map(({ n }) => ({
      n,
      body: `${prose(n, 5)}<div class="q"><h4>Agenda da semana</h4><p>${sentence(n + 500, 8)}</p></div>`,
    }));
    const read = content(learn(all), 6);
    expect(read.text).not.toContain(sentence(506, 8));
    expect(read.blocks.find((b) => b.text === sentence(506, 8))!.reason).toBe('repeated-box');
    expect(read.text).toContain(sentence(6, 4));
  });

  it('a line that begins as on many pages is no content: "Enquete: …"', () => {
    const all = numbers(16).map(({ n }) => ({
      n,
      body: `${prose(n, 5)}<p>Tira-teima: ${sentence(n + 700, 3)}</p>`,
    }));
    const read = content(learn(all), 6);
    expect(read.text).not.toContain('Tira-teima');
    expect(read.text).toContain(sentence(6, 2));
  });
});

describe('templates', () => {
  it('a changed template is a new version of its section', () => {
    const table = (inner: string): string =>
      `<table id="layout"><tr><td class="coluna"><div id="miolo"><section class="novo">${inner}</section></div></td></tr></table>`;
    const site = learn([...numbers(8), ...Array.from({ length: 8 }, (_, n) => ({ n: n + 20, wrap: table }))]);
    expect(site.memory.clusters()).toEqual([
      { prefix: '/cidade/', version: 1, pages: 8 },
      { prefix: '/cidade/', version: 2, pages: 8 },
    ]);
    expect(content(site, 12).site!.version).toBe(2);
    expect(content(site, 12).text).not.toContain('boa informação');
  });

  it.each([
    ['https://a.br/noticias/2024/x.html', '/noticias/'],
    ['https://a.br/2024/x.html', '/'],
    ['https://a.br/x.html', '/'],
    ['https://a.br', '/'],
    ['', '/'],
    ['nada', '/'],
  ])('the section of %s is %s', (url, prefix) => {
    expect(pathPrefix(url)).toBe(prefix);
  });
});

describe('keeping a memory', () => {
  it('saved and loaded, it judges the same', () => {
    const site = learn(numbers(12));
    const again = SiteMemory.load(site.memory.save());
    const fresh = analysed({ n: 90 });
    expect(extractContent(fresh, { memory: again })).toEqual(extractContent(fresh, { memory: site.memory }));
    expect(again.pages).toBe(12);
    expect(again.learn(site.pages[3]!.page.facts)).toBe(false);
    expect(again.save()).toEqual(SiteMemory.load(again.save()).save());
  });

  it('bytes of anything else are refused with a code', () => {
    const good = learn(numbers(4)).memory.save();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => SiteMemory.load(bytes)).toThrow(TarrafaError);
      }),
      { seed: 7, numRuns: 200 },
    );
    for (const cut of [0, 3, 12, 40, good.length - 1])
      expect(() => SiteMemory.load(good.subarray(0, cut))).toThrow(TarrafaError);
  });

  it('stays within its bounds however many pages come', () => {
    const memory = new SiteMemory({ capacity: 4096 });
    const bytes = memory.bytes;
    for (let n = 0; n < 600; n++) memory.learn(analysed({ n }).facts);
    expect(memory.bytes).toBeLessThan(bytes + 4096 * 45);
    // The template is still known, though thousands of sentences came and went.
    const read = extractContent(analysed({ n: 1000 }), { memory });
    expect(read.text).not.toContain('boa informação');
    expect(read.text).toContain(sentence(1000, 1));
  });
});

describe('facts of a page', () => {
  it('survive a structured clone and judge the same', () => {
    const site = learn(numbers(8));
    const fresh = analysed({ n: 70 });
    const crossed = structuredClone(fresh.facts);
    expect([...site.memory.judge(crossed, false).labels]).toEqual([
      ...site.memory.judge(fresh.facts, false).labels,
    ]);
  });
});
