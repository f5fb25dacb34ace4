/** The review page is an admin's: everyone else is told so, as on the admin page. */
import { useSigned } from '../contact/screen';
import { Restricted } from '../features/admin/Admin';
import { Review } from '../features/review/Review';

export default function ReviewRoute() {
  const { isAdmin } = useSigned();
  return isAdmin ? <Review /> : <Restricted />;
}
