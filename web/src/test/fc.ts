/** fast-check, which draws the same cases in every run of `make test`, so that nothing turns red by chance, and many others in `make soak`. */
import fc from 'fast-check';

fc.configureGlobal(import.meta.env.CALLGUIDE_SOAK ? { numRuns: 1000 } : { seed: 1 });

export default fc;
