// Tells the page that began the sign-in how it ended. The channel has the attempt's name, so that
// two tabs that sign in at once don't hear one another; it needs no opener, which a provider's page
// may have cut. What lost its attempt on the way finds it in the popup's own name. In the whole
// window the login screen tells what went wrong, at the place one came from.
const { attempt, mode, result, error, back } = document.body.dataset;
const prefix = "callguide-sign-in-";
const name = !attempt && window.name.startsWith(prefix) ? window.name : mode === "popup" && attempt && prefix + attempt;
if (name && result) {
  const channel = new BroadcastChannel(name);
  channel.postMessage(result === "done" ? { ok: true } : { ok: false, error });
  channel.close();
  window.close();
} else if (mode === "window" && result && back) {
  sessionStorage.setItem("callguide-sign-in-error", error);
  location.replace(back);
}
