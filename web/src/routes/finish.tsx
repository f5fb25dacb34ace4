export { Finish as default } from '../features/finish/Finish';
