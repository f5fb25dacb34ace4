export { TreePanel as default } from './TreePanel';
