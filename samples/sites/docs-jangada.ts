/** The manual of an invented program, and a mirror of it on another host with the same text. */
import { HOSTS, type SampleHost } from '../hosts.ts';
import { utc } from '../language/dates.ts';
import { esc, items, link, paragraphs } from '../markup.ts';
import type { SampleSite, SiteContext } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';

const CHAPTERS: readonly (readonly [file: string, title: string, texts: readonly string[], code: string])[] =
  [
    [
      'introducao',
      'Introdução',
      [
        'Jangada é um programa de linha de comando que organiza medições de rios e açudes. Ele lê arquivos de texto, confere as unidades, desenha gráficos simples e gera relatórios mensais.',
        'O programa funciona em qualquer sistema que tenha um terminal. Não é preciso conhecer programação para usá-lo: bastam as instruções deste manual.',
      ],
      'jangada --versao',
    ],
    [
      'instalacao',
      'Instalação',
      [
        'Baixe o pacote correspondente ao seu sistema e descompacte-o em uma pasta de sua escolha. Em seguida, acrescente essa pasta ao caminho de busca dos programas.',
        'Para conferir se tudo deu certo, peça ao programa que mostre a versão. Se aparecer uma mensagem de erro, veja o capítulo sobre problemas comuns.',
      ],
      'tar xf jangada.tar.gz',
    ],
    [
      'primeiros-passos',
      'Primeiros passos',
      [
        'Crie uma pasta para cada rio e coloque nela os arquivos de medição, um por mês. O nome do arquivo deve começar pelo ano, seguido do mês com dois algarismos.',
        'O comando de importação percorre a pasta, verifica cada linha e avisa quando encontra valores fora do esperado. Nenhum dado é apagado sem confirmação.',
      ],
      'jangada importar ./rio',
    ],
    [
      'formato-dos-arquivos',
      'Formato dos arquivos',
      [
        'Cada linha tem três colunas separadas por ponto e vírgula: a data, a hora e o nível da água em metros. A vírgula é o separador decimal, e linhas que começam por sustenido são comentários.',
        'Arquivos antigos, com colunas a mais, são aceitos desde que a primeira linha traga os nomes das colunas.',
      ],
      '2024-03-01;07:00;1,82',
    ],
    [
      'consultas',
      'Consultas',
      [
        'É possível pedir médias, máximos e mínimos de qualquer período. As datas podem ser escritas por extenso ou de forma abreviada, e o programa aceita expressões como “último mês”.',
        'O resultado sai na tela em forma de tabela. Com a opção de exportação, é gravado em um arquivo que abre em qualquer planilha.',
      ],
      'jangada media --de 2023-01 --ate 2023-12',
    ],
    [
      'graficos',
      'Gráficos',
      [
        'Os gráficos são desenhados em formato vetorial, de modo que podem ser ampliados sem perda de qualidade. A cor e a espessura das linhas são definidas no arquivo de configuração.',
        'Um gráfico pode reunir até oito rios. Acima disso, as linhas se confundem, e o programa sugere dividir o desenho em painéis.',
      ],
      'jangada grafico nivel.svg',
    ],
    [
      'relatorios',
      'Relatórios',
      [
        'O relatório mensal traz um resumo, a lista das falhas de medição e uma comparação com o mesmo mês dos anos anteriores. O texto é gerado em português e pode ser corrigido à mão antes da publicação.',
        'Modelos próprios podem ser guardados na pasta de modelos. As palavras entre colchetes são substituídas pelos valores calculados.',
      ],
      'jangada relatorio --mes 2024-05',
    ],
    [
      'configuracao',
      'Configuração',
      [
        'O arquivo de configuração fica na pasta pessoal do usuário e é criado na primeira execução. Toda opção tem um valor padrão, de maneira que o arquivo pode até ficar vazio.',
        'Quando a mesma opção aparece na linha de comando e no arquivo, vale a da linha de comando.',
      ],
      'casas_decimais = 2',
    ],
    [
      'automacao',
      'Automação',
      [
        'O programa pode ser chamado por um agendador todas as noites. Nesse caso, convém usar a opção silenciosa, que só escreve alguma coisa quando há erro.',
        'Os códigos de saída seguem uma regra simples: zero quando tudo correu bem, um quando houve avisos e dois quando nada pôde ser feito.',
      ],
      '0 3 * * * jangada importar --silencioso',
    ],
    [
      'problemas-comuns',
      'Problemas comuns',
      [
        'Se os acentos aparecem trocados, o arquivo provavelmente foi gravado em uma codificação antiga. Informe a codificação com a opção correspondente ou converta o arquivo uma vez por todas.',
        'Se o programa reclama de datas repetidas, verifique se o mesmo mês não foi importado duas vezes.',
      ],
      'jangada importar --codificacao windows-1252',
    ],
    [
      'perguntas-frequentes',
      'Perguntas frequentes',
      [
        'O programa é gratuito? Sim, e pode ser copiado e modificado livremente, desde que se mantenha o aviso de autoria.',
        'Posso medir outra coisa além do nível da água? Pode: basta mudar a unidade na configuração. Há quem use o programa para temperatura e para chuva.',
      ],
      'unidade = mm',
    ],
    [
      'historico-de-versoes',
      'Histórico de versões',
      [
        'A versão 3.2, de 12 de março de 2024, corrigiu o cálculo da média em meses com falhas. A versão 3.1, de 4 de setembro de 2023, trouxe os gráficos em painéis.',
        'A primeira versão pública saiu em 20 de maio de 2017 e só lia um arquivo por vez.',
      ],
      'jangada 3.2',
    ],
  ];

function manual(host: SampleHost, context: SiteContext, mirror: boolean): SampleSite {
  const site = new SiteBuilder(host, {
    name: mirror ? 'Espelho do manual da Jangada' : 'Manual da Jangada',
    language: 'pt-BR',
    encodings: ['br', 'gzip'],
    quirks: mirror
      ? ['same bytes as the manual on another host, same address', 'canonical links to the original']
      : ['previous and next links', 'headings with fragments', 'same machine as its mirror'],
  });
  const original = context.origin(HOSTS.docs);
  const frame = (title: string, path: string, body: string) => `<!DOCTYPE html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>${esc(title)} – Jangada</title><link rel="canonical" href="${original}${path}"></head>
<body><nav class="indice"><p>${link('/', 'Manual da Jangada')}</p>${items(
    CHAPTERS.map(([file, name]) => link(`/manual/${file}.html`, name)),
    'ol',
  )}</nav>
<main>${body}</main></body></html>
`;
  const twin = (path: string) => (mirror ? { duplicateOf: `${original}${path}` } : {});
  const lead = 'Este manual explica, passo a passo, como usar a Jangada, da instalação aos relatórios.';
  site.page('/', {
    kind: 'home',
    title: 'Manual da Jangada – Jangada',
    canonical: `${original}/`,
    ...twin('/'),
    content: () => [lead],
    html: () => frame('Manual da Jangada', '/', `<h1>Manual da Jangada</h1><p>${lead}</p>`),
  });
  CHAPTERS.forEach(([file, title, texts, code], i) => {
    const path = `/manual/${file}.html`;
    const before = CHAPTERS[i - 1];
    const after = CHAPTERS[i + 1];
    site.page(path, {
      kind: 'document',
      title: `${title} – Jangada`,
      canonical: `${original}${path}`,
      modified: utc(2024, 3, 12),
      ...twin(path),
      content: () => [title, ...texts],
      html: () =>
        frame(
          title,
          path,
          `<h1 id="${file}">${esc(title)}</h1>\n${paragraphs(texts)}\n<h2 id="exemplo">Exemplo</h2>\n<pre><code>${esc(code)}</code></pre>\n<p><a href="#exemplo">Voltar ao exemplo</a></p>\n<p>${before === undefined ? '' : link(`${before[0]}.html`, `Anterior: ${before[1]}`, 'rel="prev"')} ${after === undefined ? '' : link(`${after[0]}.html#${after[0]}`, `Próximo: ${after[1]}`, 'rel="next"')}</p>`,
        ),
    });
  });
  site.robots(mirror ? 'User-agent: *\nAllow: /\nDisallow: /privado\n' : '# nada é proibido\n');
  return site.build();
}

export function docsJangada(context: SiteContext): SampleSite {
  return manual(HOSTS.docs, context, false);
}

export function docsJangadaMirror(context: SiteContext): SampleSite {
  return manual(HOSTS.docsMirror, context, true);
}
