export { Home as default } from '../features/home/Home';
