// Reports to the page that started the sign-in how it ended. The channel is named after the attempt, so that
// two tabs signing in at once don't hear each other. It needs no opener, which a provider's page may have cut
// off. A page that lost its attempt on the way finds it in the popup's own name. In whole-window mode, the
// login screen shows what went wrong, back where the user came from.
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
