// Tells the page that began the sign-in how it ended. The channel has the attempt's name, so that
// two tabs that sign in at once don't hear one another; it needs no opener, which a provider's page
// may have cut. In the whole window the login screen tells what went wrong, at the place one came from.
const { attempt, mode, result, error, back } = document.body.dataset;
if (mode === "popup" && attempt && result) {
  const channel = new BroadcastChannel(`callguide-sign-in-${attempt}`);
  channel.postMessage(result === "done" ? { ok: true } : { ok: false, error });
  channel.close();
  window.close();
} else if (mode === "window" && result && back) {
  sessionStorage.setItem("callguide-sign-in-error", error);
  location.replace(back);
}
