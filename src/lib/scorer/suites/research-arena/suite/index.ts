import type { MaterialKind, Suite } from '../../../suite.ts';
import { researchTaskKind } from '../material.ts';

/** arXiv 2509.01396: research tasks made from talks, judged by key points of cited sources and by criteria made for each task. */
export const researchArena: Suite = {
  name: 'research-arena',
  title: 'DeepResearch Arena',
  material: researchTaskKind as MaterialKind,
  metrics: []
};
