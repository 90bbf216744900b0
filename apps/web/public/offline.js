// Opens the page that was asked for once the server answers again.
(() => {
  const answers = () =>
    fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
  const look = async () => {
    if (await answers()) location.reload();
  };
  addEventListener('online', look);
  setInterval(look, 10_000);
  document.getElementById('retry').addEventListener('click', look);
})();
