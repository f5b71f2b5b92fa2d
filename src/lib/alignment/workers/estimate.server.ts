import { estimateOf, type Counted, type RunEstimate } from '../../scorer/engine/estimate/estimate.ts';
import {
  estimatePart,
  type EstimateQuestion,
  partsOf,
  prepareEstimate,
  type PreparedEstimate
} from '../../scorer/engine/estimate/estimate.server.ts';
import type { Job } from './job.ts';
import { readerOf } from './readers.server.ts';

/** A planned run; the caller has checked that it may be planned. */
interface EstimateInput extends EstimateQuestion {
  /** The database, from which the thread reads the reports. */
  file: string;
}

/** Estimate of a planned run, counted over a few reports in each part. */
export const estimate: Job<EstimateInput, PreparedEstimate, Counted, RunEstimate> = {
  parts: partsOf,
  prepare: (input) => prepareEstimate(readerOf(input.file), input),
  part: estimatePart,
  join: ({ plan }, parts) => estimateOf(parts, plan.run.options)
};
