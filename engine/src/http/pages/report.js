// Tells the page that began the sign-in how it ended. The channel has the attempt's name, so that
// two tabs that sign in at once don't hear one another; it needs no opener, which a provider's page
// may have cut.
const { attempt, result, error } = document.body.dataset;
if (attempt && result) {
  const channel = new BroadcastChannel(`callguide-sign-in-${attempt}`);
  channel.postMessage(result === "done" ? { ok: true } : { ok: false, error });
  channel.close();
  window.close();
}
