/** Makes the browser ask before the user leaves the page for good if something would be lost. */

/** Turns the browser's confirmation on or off. Navigation inside the app never asks. */
export function guardPage(on: boolean): void {
  if (on) addEventListener('beforeunload', onLeavePage);
  else removeEventListener('beforeunload', onLeavePage);
}

/** How long after a click on a link, in ms, the browser may still be opening another program. */
const handingOver = 1000;
let handedOver = -handingOver;

/** Notes a click on a `tel:` or `mailto:` link: it doesn't leave the page, although some browsers ask as if it did. */
function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link !== null && !/^https?:$/.test(link.protocol)) handedOver = event.timeStamp;
}

function onLeavePage(event: BeforeUnloadEvent): void {
  if (event.timeStamp - handedOver >= handingOver) event.preventDefault();
  handedOver = -handingOver;
}

addEventListener('click', onClick, { capture: true });
