import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TarrafaError } from '../errors.ts';
import { parseHtml } from '../html/index.ts';
import {
  type AnalysedPage,
  analysePage,
  type Content,
  extractContent,
  type PageBlockFacts,
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

describe('a memory of before', () => {
  it('is shown, and pages are not judged by it', () => {
    const bytes = Buffer.from(learn(numbers(5)).memory.save());
    const before = Buffer.from(bytes.toString('latin1').replace('"format":4', '"format":3'), 'latin1');
    expect(() => SiteMemory.load(before)).toThrow(TarrafaError);
    expect(SiteMemory.load(before, '', true).clusters()).toEqual(SiteMemory.load(bytes).clusters());
    const ancient = Buffer.from(bytes.toString('latin1').replace('"format":4', '"format":2'), 'latin1');
    expect(() => SiteMemory.load(ancient, '', true)).toThrow(TarrafaError);
  });
});

describe('a template', () => {
  it('is one though every page is wrapped in an element with a name of its own', () => {
    const memory = new SiteMemory();
    const pages = numbers(12).map(({ n }) => {
      const name = `${SUBJECTS[n % 11]}-${VERBS[n % 7]}`;
      const wrapped = html({ n }).replace(
        /<body>(.*)<\/body>/s,
        `<body><x id="${name}" class="${name} ${name}">$1</x></body>`,
      );
      const page = analysePage(parseHtml(wrapped), { url: `https://jornal.exemplo.br/cidade/${name}` });
      return { page, counted: memory.learn(page.facts) };
    });
    expect(memory.clusters()).toHaveLength(1);
    expect(content({ memory, pages }, 3).text).not.toContain('boa informação');
  });
});

describe('what repeats inside an article', () => {
  const ITEMS = ['500 g de farinha de trigo', 'Sal', '2 ovos', 'Uma colher de sopa de azeite'];
  const HEADINGS = ['Ingredientes', 'Modo de preparo', 'Conclusão'];
  const BOX =
    '<div class="b"><p>Receba as nossas notícias</p><p>Todos os domingos, antes do almoço, no seu correio.</p></div>';
  const recipe = (n: number): string =>
    `<p>${sentence(n, 0)}</p><h2>${HEADINGS[0]}</h2><ul>${ITEMS.map((item) => `<li>${item}</li>`).join('')}<li>${n + 2} folhas de louro</li></ul>${BOX}<h2>${HEADINGS[1]}</h2><p>${sentence(n, 1)}</p><p>${sentence(n, 2)}</p><p>Publicidade</p><p>${sentence(n, 3)}</p><h2>${HEADINGS[2]}</h2><p>${sentence(n, 4)}</p>`;
  const site = learn(numbers(12).map(({ n }) => ({ n, body: recipe(n) })));
  const read = content(site, 3);

  it('is the author’s: headings, items and lines that stand among what is new', () => {
    for (const text of [...HEADINGS, ...ITEMS]) {
      expect(read.text).toContain(text);
      expect(read.blocks.find((block) => block.text === text)).toMatchObject({ verdict: 'content' });
    }
    expect(read.blocks.find((block) => block.text === 'Conclusão')).toMatchObject({
      reason: 'flow',
      repeated: 1,
    });
  });

  it('goes where a box of its own holds nothing else, and where the line says that it is none of the text', () => {
    expect(read.text).not.toContain('antes do almoço');
    expect(read.text).not.toContain('Publicidade');
  });

  it('goes around the article, whatever stands in it', () => {
    expect(read.text).not.toContain('boa informação');
    expect(read.text).not.toContain('Rua das Flores');
  });

  it('ends with the last row of a table that every page has, and not with a line that begins everywhere alike', () => {
    const history = (n: number): string =>
      `${prose(n)}<table><tr><th>Data</th><th>Versão</th><th>Descrição da mudança</th></tr><tr><td>${n} de maio</td><td>1.${n}</td><td>Criação da página do ${SUBJECTS[n % 11]} pela equipe ${SUBJECTS[(n * 5) % 11]}</td></tr></table><p>Enquete: ${sentence(n + 300, 1)}</p>`;
    const table = content(learn(numbers(11).map(({ n }) => ({ n, body: history(n) }))), 6);
    expect(table.text).toContain('Descrição da mudança');
    expect(table.text).toContain('Criação da página');
    expect(table.text).not.toContain('Enquete');
  });

  it('keeps every line of the page alone that stands between two lines that are new', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...HEADINGS, ...ITEMS), { minLength: 1, maxLength: 8 }),
        (lines) => {
          const body = (n: number): string =>
            `${prose(n, 3)}${lines.map((line) => `<p>${line}</p>`).join('')}<p>${sentence(n, 3)}</p>`;
          const like = learn(numbers(8).map(({ n }) => ({ n, body: body(n) })));
          const alone = extractContent(like.pages[4]!.page).text;
          const kept = content(like, 4).text;
          for (const line of lines) expect(kept.includes(line)).toBe(alone.includes(line));
        },
      ),
      { seed: 19, numRuns: 30 },
    );
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

  it('[X-A51] live coverage is flagged: entries by the minute, many more than the pages of the site have blocks', () => {
    const live = Array.from(
      { length: 60 },
      (_, k) => `<p>${20 + (k % 4)}h${10 + (k % 50)} – ${sentence(77, k)}</p>`,
    ).join('');
    const site = learn([...numbers(12), { n: 77, body: live }]);
    expect(content(site, 12).site!.liveCoverage).toBe(true);
    expect(content(site, 12).text).toContain(sentence(77, 30));
    for (let i = 0; i < 12; i++) expect(content(site, i).site!.liveCoverage).toBe(false);
    expect(SiteMemory.load(site.memory.save()).judge(site.pages[12]!.page.facts).liveCoverage).toBe(true);
  });

  it('live coverage with a template of its own is measured against the ordinary pages of the site', () => {
    const entry = (n: number, k: number): string =>
      `<div class="minuto"><span>${k + 1}'</span><div><p>${sentence(n, k)}</p></div></div>`;
    const minutes = (n: number): Made => ({
      n,
      folder: 'aovivo',
      body: Array.from({ length: 40 }, (_, k) => entry(n, k)).join(''),
      wrap: (inner) =>
        `<main id="jogo"><section class="lances"><div class="a">${inner}</div></section></main>`,
    });
    const site = learn([...numbers(12), ...Array.from({ length: 8 }, (_, k) => minutes(k + 200))]);
    for (let i = 12; i < 20; i++)
      expect(content(site, i).site).toMatchObject({ cluster: '/aovivo/', liveCoverage: true });
  });

  it('long pages without times, and lists of links with times, are no live coverage', () => {
    const long = Array.from({ length: 60 }, (_, k) => `<p>${sentence(77, k)}</p>`).join('');
    const latest = Array.from(
      { length: 60 },
      (_, k) => `<p>${20 + (k % 4)}h${10 + (k % 50)} <a href="/cidade/n${k}">${sentence(78, k)}</a></p>`,
    ).join('');
    const site = learn([...numbers(12), { n: 77, body: long }, { n: 78, body: latest }]);
    expect(content(site, 12).site!.liveCoverage).toBe(false);
    expect(content(site, 13).site!.liveCoverage).toBe(false);
  });

  it('pages that are nearly the same count once, and lose nothing by it', () => {
    const chapters = ({ n }: Made): Made => ({
      n,
      body: `${prose(n, 3)}<h2>Entenda a ${SUBJECTS[n % 11]} ${SUBJECTS[(n * 5 + 2) % 11]}</h2>${prose(n + 40, 3)}<p>Mais ${SUBJECTS[n]} hoje.</p>`,
    });
    const all = numbers(9).map(chapters);
    const copies = Array.from({ length: 8 }, () => all[4]!);
    const site = learn([...all, ...copies]);
    expect(site.memory.pages).toBe(9);
    expect(site.memory.nearDuplicates).toBe(8);
    // Eight copies do not turn an article into a template, and none of them is a witness against another.
    const alone = content(learn(all), 4);
    expect(alone.text).toContain('Entenda a mercado');
    for (const i of [4, 9, 12, 16]) {
      const read = content(site, i);
      expect(read.text).toBe(alone.text);
      expect(read.site!.pages).toBe(8);
    }
  });

  it('what may be removed has a cap: pages made of the same few parts keep them', () => {
    // Advice of twenty paragraphs in all, eight of them on each page, and a paragraph of the page's own.
    const all = numbers(20).map(({ n }) => ({
      n,
      body:
        [0, 1, 2, 4, 7, 9, 12, 15].map((k) => `<p>${sentence(900, (n * 3 + k) % 20)}</p>`).join('') +
        prose(n, 1),
    }));
    const site = learn(all);
    expect(site.memory.pages).toBeGreaterThan(15);
    const parts = ({ blocks }: Content) =>
      blocks.filter(({ repeated }) => repeated! > 0.3 && repeated! < 0.5);
    const read = content(site, 3);
    expect(parts(read)).toHaveLength(8);
    for (const block of parts(read)) {
      expect(block).toMatchObject({ verdict: 'content', reason: 'cap' });
      expect(read.text).toContain(block.text);
    }
    // What stands on every page is the template all the same.
    expect(read.text).not.toContain('boa informação');
    // With a cap that allows it they go, and the page's own paragraph stays.
    const lax = content(learn(all, new SiteMemory({ cap: 1 })), 3);
    expect(parts(lax)).toHaveLength(8);
    for (const block of parts(lax))
      expect(block).toMatchObject({ verdict: 'boilerplate', reason: 'repeated-text' });
    expect(lax.text).toBe(sentence(3, 0));
  });
});

describe('a page is not its own witness', () => {
  const chapter = (n: number): string =>
    `${prose(n, 3)}<h2>Entenda a ${SUBJECTS[n % 11]} ${SUBJECTS[(n * 5 + 2) % 11]}</h2>${prose(n + 40, 3)}<p>Mais ${SUBJECTS[n]} hoje.</p>`;
  const site = learn(numbers(9).map(({ n }) => ({ n, body: chapter(n) })));

  it('in a memory that was made of these very pages', () => {
    const kept = SiteMemory.load(site.memory.save());
    for (let i = 0; i < 9; i++) {
      const read = extractContent(site.pages[i]!.page, { memory: kept });
      expect(read).toEqual(content(site, i));
      expect(read.site!.pages).toBe(8);
      expect(read.text).toContain('Entenda a');
      expect(read.text).toContain(`Mais ${SUBJECTS[i]} hoje.`);
    }
  });

  it('nor are the pages of its template when they come again in another: there they count anew', () => {
    const memory = SiteMemory.load(site.memory.save());
    const again = learn(
      numbers(9).map(({ n }) => ({
        n,
        body: chapter(n),
        wrap: (inner) =>
          `<table id="folha"><tr><td class="papel"><b class="p">${inner}</b></td></tr></table>`,
      })),
      memory,
    );
    expect(memory.clusters()).toEqual([
      { prefix: '/cidade/', version: 1, pages: 9 },
      { prefix: '/cidade/', version: 2, pages: 9 },
    ]);
    for (let i = 0; i < 9; i++) {
      expect(content({ ...site, memory }, i).text).toBe(content(site, i).text);
      const read = extractContent(again.pages[i]!.page, { memory });
      expect(read.site).toMatchObject({ version: 2, pages: 8 });
      expect(read.text).toContain(`Mais ${SUBJECTS[i]} hoje.`);
      expect(read.text).not.toContain('boa informação');
      expect(memory.learn(again.pages[i]!.page.facts)).toBe(false);
    }
  });

  it('also where there is too little text to be like another', () => {
    const short = numbers(9).map(({ n }) => ({
      n,
      body: `<p>A ${SUBJECTS[n]} ${VERBS[n % 7]}.</p>`,
      wrap: (inner: string) => inner.replace(/<div class="z">.*/s, ''),
    }));
    const few = learn(short);
    expect(few.pages.map(({ page }) => page.facts.likeness)).toEqual(new Array(9).fill(null));
    expect(few.memory.pages).toBe(9);
    const memory = SiteMemory.load(few.memory.save());
    for (const { page } of few.pages) {
      expect(memory.judge(page.facts)).toEqual(few.memory.judge(page.facts, true));
      expect(memory.judge(page.facts).pages).toBe(8);
      expect(memory.learn(page.facts)).toBe(false);
    }
  });
});

describe('headlines', () => {
  it('have their own reason, whatever the site says of their place', () => {
    const site = learn(numbers(12));
    const headline = content(site, 3).blocks.find((block) => block.verdict === 'headline')!;
    expect(headline.text).toBe('Notícia 3 da cidade');
    expect(headline.reason).toBe('headline');
    expect(headline.score).toBeGreaterThan(0.8);
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
  it('are one though the classes of their elements name the page and its subject', () => {
    const memory = new SiteMemory();
    for (let n = 0; n < 12; n++) {
      const subject = SUBJECTS[n % SUBJECTS.length]!;
      const page = html({
        n,
        wrap: (inner) =>
          `<div class="post-${n} post category-${subject} tag-${VERBS[n % VERBS.length]}"><div class="x2">${inner}</div></div>`,
      }).replace(
        '<body>',
        `<body class="mediawiki ltr page-${subject}_${VERBS[n % VERBS.length]} skin-vector">`,
      );
      memory.learn(
        analysePage(parseHtml(page), { url: `https://jornal.exemplo.br/cidade/noticia-${n}` }).facts,
      );
    }
    expect(memory.clusters()).toEqual([{ prefix: '/cidade/', version: 1, pages: 12 }]);
  });

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

  it('of which there are more than are held: the newest is learned once another rests, and is not counted before', () => {
    const words = ['alfa', 'beta', 'gama', 'delta', 'ruim'];
    const page = (k: number, n: number): Made => ({
      n: k * 1000 + n,
      folder: words[k]!,
      wrap: (inner) =>
        `<div id="${words[k]}"><div class="a${words[k]}"><div class="b${words[k]}">${inner.replaceAll('class="', `class="${words[k]}`)}</div></div></div>`,
    });
    const memory = new SiteMemory({ templates: 4 });
    const pages = (k: number, from: number, count: number): boolean[] =>
      Array.from({ length: count }, (_, n) => memory.learn(analysed(page(k, from + n)).facts));
    const sections = () => memory.clusters().map(({ prefix, pages: n }) => `${prefix} ${n}`);
    for (let k = 0; k < 4; k++) expect(pages(k, 0, 4)).toEqual(new Array(4).fill(true));
    // Nobody rests yet: the fifth template is left to the page-level answer, and no other takes it for its own.
    expect(pages(4, 0, 3)).toEqual([false, false, false]);
    expect(sections().sort()).toEqual(['/alfa/ 4', '/beta/ 4', '/delta/ 4', '/gama/ 4']);
    expect(memory.judge(analysed(page(4, 500)).facts).pages).toBe(0);
    for (let n = 6; n < 20; n++) for (const k of [1, 2, 3]) pages(k, n, 1);
    // The first has rested for long enough.
    expect(pages(4, 100, 6)).toEqual(new Array(6).fill(true));
    expect(sections().sort()).toEqual(['/beta/ 18', '/delta/ 18', '/gama/ 18', '/ruim/ 6']);
    const kept = SiteMemory.load(memory.save());
    for (const one of [memory, kept]) {
      const read = extractContent(analysed(page(4, 500)), { memory: one });
      expect(read.site).toMatchObject({ pages: 6, cluster: '/ruim/' });
      expect(read.text).not.toContain('boa informação');
      const other = extractContent(analysed(page(2, 500)), { memory: one });
      expect(other.site).toMatchObject({ pages: 18, cluster: '/gama/' });
      expect(one.judge(analysed(page(0, 500)).facts).pages).toBe(0);
    }
    // What was given up is begun anew, as if it had never been there: its old pages count again.
    for (let n = 200; n < 230; n++) for (const k of [1, 2]) pages(k, n, 1);
    expect(pages(0, 0, 4)).toEqual([true, true, true, true]);
    expect(memory.judge(analysed(page(0, 500)).facts).pages).toBe(4);
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

  it('a memory of another format, or whose head is not whole, is refused', () => {
    const good = Buffer.from(learn(numbers(4)).memory.save());
    const size = good.readUInt32LE(0);
    const head = JSON.parse(good.toString('utf8', 16, 16 + size)) as Record<string, unknown>;
    const cluster = (head.clusters as { list: Record<string, unknown>[] }).list[0]!;
    const withHead = (changed: unknown): Buffer => {
      const json = Buffer.from(JSON.stringify(changed));
      const sizes = Buffer.from(good.subarray(0, 16));
      sizes.writeUInt32LE(json.length, 0);
      return Buffer.concat([sizes, json, good.subarray(16 + size)]);
    };
    expect(SiteMemory.load(withHead(head)).pages).toBe(4);
    const list = (change: object): object => ({
      ...head,
      clusters: { serial: 1, list: [{ ...cluster, ...change }] },
    });
    for (const wrong of [
      null,
      3,
      { ...head, format: 2 },
      { ...head, learned: -1 },
      { ...head, capacity: 1e9 },
      { ...head, templates: 1e6 },
      { ...head, sizes: 'dez' },
      { ...head, clusters: null },
      { ...head, clusters: { serial: 1, list: [cluster, cluster] } },
      list({ sketch: new Array(1000).fill(1) }),
      list({ pages: 'muitas' }),
      list({ prefix: 'x'.repeat(1000) }),
      list({ sizes: [null] }),
    ])
      expect(() => SiteMemory.load(withHead(wrong)), JSON.stringify(wrong)?.slice(0, 80)).toThrow(
        TarrafaError,
      );
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

/** A block of a made page. */
interface MadeBlock {
  readonly text: number;
  readonly place: number;
  readonly content: boolean;
  readonly words?: number;
  readonly lead?: number;
}

const hash = (n: number, salt: number): number => {
  let h = Math.imul(n ^ (salt * 0x9e3779b1), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  return (h ^ (h >>> 13)) >>> 0;
};

/** Facts without a page: a hundred thousand of them are made in a moment. */
function madeFacts(n: number, blocks: readonly MadeBlock[]): PageBlockFacts {
  const count = blocks.length;
  const facts = {
    url: `https://grande.exemplo.br/cidade/${n}`,
    count,
    textHi: new Uint32Array(count),
    textLo: new Uint32Array(count),
    exact: new Uint32Array(count),
    loose: new Uint32Array(count),
    words: new Uint16Array(count),
    scores: new Int8Array(count),
    labels: new Uint8Array(count),
    leads: new Uint32Array(count),
    openers: new Int32Array(count).fill(-1),
    boxFrom: Int32Array.from({ length: count }, (_, i) => i),
    boxTo: Int32Array.from({ length: count }, (_, i) => i),
    title: -1,
    titleKeys: new Uint32Array(3),
    headings: new Uint32Array(count),
    stated: false,
    headline: -1,
    marks: new Uint8Array(count),
    stamps: 0,
    whole: true,
    sketch: Uint32Array.of(1, 2, 3),
    likeness: { hi: hash(n, 5), lo: hash(n, 6) },
  };
  blocks.forEach(({ text, place, content: kept, words = 20, lead = 0 }, i) => {
    facts.textHi[i] = hash(text, 1);
    facts.textLo[i] = hash(text, 2);
    facts.exact[i] = hash(place, 3);
    facts.loose[i] = hash(place, 4);
    facts.words[i] = words;
    facts.scores[i] = kept ? 10 : -10;
    facts.labels[i] = kept ? 1 : 0;
    facts.leads[i] = lead;
  });
  return facts;
}

describe('a large site', () => {
  const FOOTER = 1;
  const TENTH = 2;
  const SELDOM = 3;
  const PROBE = 9_999_999;
  const own = (n: number, k: number): number => 1000 + n * 16 + k;
  /** Paragraphs, a subtitle of few, a footer, a box on one page in ten, lines that the page alone keeps on one in 20. */
  function page(n: number, tenth = n % 10 === 0, seldom = n % 4000 === 7): PageBlockFacts {
    const blocks: MadeBlock[] = [];
    for (let k = 0; k < 3; k++) blocks.push({ text: own(n, k), place: 1, content: true });
    blocks.push({ text: seldom ? SELDOM : own(n, 3), place: 1, content: true, words: 3 });
    blocks.push({ text: FOOTER, place: 2, content: true });
    blocks.push({ text: tenth ? TENTH : own(n, 4), place: 3, content: true, words: 4 });
    const lines = n === PROBE || n % 20 === 0;
    for (let k = 5; k < 8; k++) blocks.push({ text: own(n, k), place: 4, content: lines, words: 8 });
    return madeFacts(n, blocks);
  }

  it('has the same shares and verdicts at 100 pages and at 100,000: shares, not counts', () => {
    const memory = new SiteMemory({ capacity: 1 << 16 });
    const probe = page(PROBE, true, true);
    const seen: { pages: number; labels: string; reasons: string; shares: number[] }[] = [];
    for (let n = 1; n <= 100_000; n++) {
      memory.learn(page(n));
      if (n !== 100 && n !== 3000 && n !== 40_000 && n !== 100_000) continue;
      const { pages, labels, reasons, textShare } = memory.judge(probe);
      seen.push({
        pages,
        labels: [...labels].join(''),
        reasons: [reasons[0], reasons[4], reasons[5], reasons[6]].join(' '),
        shares: [textShare[0]!, textShare[4]!, textShare[5]!],
      });
    }
    expect(seen.map(({ pages }) => pages)).toEqual([100, 3000, 40_000, 100_000]);
    for (const { shares } of seen) {
      expect(shares[0]).toBe(0);
      expect(shares[1]).toBe(1);
      expect(shares[2]).toBeCloseTo(0.1, 5);
    }
    // Paragraphs stay, footer and box go, the lines that the site's pages seldom keep go.
    for (const { labels, reasons } of seen) {
      expect(labels).toBe('111100000');
      expect(reasons).toBe('place-for repeated-text repeated-text place-against');
    }
    const kept = SiteMemory.load(memory.save());
    expect(kept.pages).toBe(100_000);
    expect(kept.judge(probe)).toEqual(memory.judge(probe));
    // What is told of it is short, and judges as the whole does.
    const brief = memory.saveBrief();
    expect(memory.save().length).toBeGreaterThan(200_000);
    expect(brief.length).toBeLessThan(40_000);
    expect(SiteMemory.load(brief).judge(probe).labels).toEqual(memory.judge(probe).labels);
  });

  it('a short line on a handful of its pages is no template; on a share of them it is', () => {
    const memory = new SiteMemory({ capacity: 1 << 18 });
    for (let n = 1; n <= 20_000; n++) memory.learn(page(n));
    const probe = page(PROBE, true, true);
    expect(memory.judge(probe).textShare[3]).toBeCloseTo(5 / 20_000, 6);
    expect(memory.judge(probe).labels[3]).toBe(1);
    for (let n = 20_001; n <= 20_040; n++) memory.learn(page(n, false, true));
    expect(memory.judge(probe).reasons[3]).toBe('repeated-text');
  });

  it('the first words of a page with very many lines are counted once, not line by line', () => {
    const memory = new SiteMemory();
    const lines = (n: number, count: number): MadeBlock[] =>
      Array.from({ length: count }, (_, k) => ({ text: own(n, k), place: 1, content: true, lead: 7 + k }));
    for (let n = 1; n <= 6; n++) memory.learn(madeFacts(n, lines(n, 8)));
    const facts = madeFacts(900, lines(900, 5000));
    let reads = 0;
    const leads = new Proxy(facts.leads, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const { reasons } = memory.judge({ ...facts, leads });
    expect(reasons.filter((reason) => reason === 'repeated-lead')).toHaveLength(8);
    expect(reads).toBeLessThanOrEqual(2 * facts.count);
  });
});
