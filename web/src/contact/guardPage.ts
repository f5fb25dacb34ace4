/** The browser asks before the page is left for good, where something would be lost with it. */

/** From now on it asks, or no more. Moves inside the app ask nothing. */
export function guardPage(on: boolean): void {
  if (on) addEventListener('beforeunload', onLeavePage);
  else removeEventListener('beforeunload', onLeavePage);
}

/** So long after a press on it, in ms, an address that opens another program may be on its way. */
const handingOver = 1000;
let handedOver = -handingOver;

/** A number to call or an email to write leaves no page, though some browsers ask as if it did. */
function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link !== null && !/^https?:$/.test(link.protocol)) handedOver = event.timeStamp;
}

function onLeavePage(event: BeforeUnloadEvent): void {
  if (event.timeStamp - handedOver >= handingOver) event.preventDefault();
  handedOver = -handingOver;
}

addEventListener('click', onClick, { capture: true });
