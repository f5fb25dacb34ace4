export { Admin as default } from '../features/admin/Admin';
