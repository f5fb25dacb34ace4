/** fast-check, which draws the same cases in every run of `make test`, so that nothing turns red by chance, and others in `make soak`. */
import fc from 'fast-check';

if (!import.meta.env.CALLGUIDE_SOAK) fc.configureGlobal({ seed: 1 });

export default fc;
