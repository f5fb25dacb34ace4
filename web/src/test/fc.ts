/**
 * Configures fast-check to generate the same cases in every run of `make test`, so that no run fails by chance, and
 * many different ones in `make soak`.
 */
import fc from 'fast-check';

fc.configureGlobal(import.meta.env.CALLGUIDE_SOAK ? { numRuns: 1000 } : { seed: 1 });

export default fc;
