import type { CodeBookDomain } from '../../suite.ts';

/**
 * Ten domains with 35 categories to start from. The paper has as many (arXiv 2606.12871, section 3.1) and names few of them:
 * Politics & Law, Industrial Economies, Social Livelihood, Sports & Entertainment, and the category education. The rest is our own
 * list. A project's leads change it.
 */
export const dailyCodeBook: readonly CodeBookDomain[] = [
  {
    domain: 'Politics & Law',
    categories: ['Domestic policy', 'International relations', 'Legislation', 'Court cases']
  },
  { domain: 'Industrial Economies', categories: ['Companies', 'Supply chains', 'Energy markets', 'Cars & transport'] },
  { domain: 'Finance', categories: ['Markets & investing', 'Personal finance', 'Taxes & subsidies'] },
  { domain: 'Social Livelihood', categories: ['Education', 'Work & careers', 'Housing', 'Family & care'] },
  {
    domain: 'Science & Technology',
    categories: ['Artificial intelligence', 'Software', 'Devices', 'Research findings']
  },
  { domain: 'Health', categories: ['Medicine', 'Nutrition & fitness', 'Mental health'] },
  { domain: 'Culture', categories: ['Books & arts', 'History', 'Language & media'] },
  { domain: 'Sports & Entertainment', categories: ['Sports', 'Film & series', 'Music', 'Games'] },
  { domain: 'Travel & Leisure', categories: ['Destinations', 'Food & restaurants', 'Shopping'] },
  { domain: 'Environment', categories: ['Climate & weather', 'Nature & animals', 'Disasters & safety'] }
];
