export { Login as default } from '../features/sign-in/Login';
