/** The FAQ: what `routes/` takes from this feature. */
export { FaqPanel as default } from './FaqPanel';
