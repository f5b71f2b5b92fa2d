import { expect, it } from 'vitest';
import { orderQueries, type PlannedQuery } from './query-graph.ts';

const graph = (edges: Record<number, number[]>): PlannedQuery[] =>
  Object.entries(edges).map(([id, dependsOn]) => ({ id: Number(id), query: `q${id}`, dependsOn }));
const idsOf = (edges: Record<number, number[]>) => {
  const found = orderQueries(graph(edges));
  return found.ok ? found.order.map(({ id }) => id) : found.fault;
};

it('queries follow those they depend on, else stay as listed', () => {
  expect(idsOf({ 0: [], 1: [], 2: [] })).toEqual([0, 1, 2]);
  expect(idsOf({ 0: [2], 1: [], 2: [1] })).toEqual([1, 2, 0]);
  expect(idsOf({ 0: [1, 2], 1: [3], 2: [3], 3: [] })).toEqual([3, 1, 2, 0]);
});

it('a circle, a missing dependence, a repeated id and no query are named', () => {
  expect(idsOf({ 0: [1], 1: [0], 2: [] })).toBe('its queries 0, 1 depend on each other in a circle');
  expect(idsOf({ 0: [0] })).toBe('its queries 0 depend on each other in a circle');
  expect(idsOf({ 0: [7] })).toBe('its query 0 depends on 7, which is not there');
  expect(idsOf({})).toBe('it has no query');
  const twice = graph({ 0: [] });
  expect(orderQueries([...twice, ...twice])).toEqual({ ok: false, fault: 'two of its queries have the same id' });
});
