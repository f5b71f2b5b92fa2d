import type { Actions, PageServerLoad } from './$types';
import { loadRating, ratingActions } from '../../rating-work.ts';

export const load: PageServerLoad = (event) => loadRating(event, 'review');

export const actions: Actions = ratingActions('review');
