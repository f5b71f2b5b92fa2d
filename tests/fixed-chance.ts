// Before each file of tests: the same examples for properties in every run, so that none fails by chance on a change that has
// nothing to do with it. VOIRDIRE_PROPERTY_SEED=$RANDOM looks for others; a failure names its seed.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['VOIRDIRE_PROPERTY_SEED'] ?? 1) });
