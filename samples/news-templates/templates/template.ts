/** One paper's layout: how an article of its plan becomes a page. */
import type { Random } from '../../language/random.ts';
import type { PageWriter } from '../page-writer.ts';
import type { Article, Paper, PaperPlan } from '../paper.ts';

export interface Template {
  readonly name: string;
  readonly plan: PaperPlan;
  write(w: PageWriter, paper: Paper, article: Article, random: Random): void;
}
