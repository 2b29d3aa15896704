// @ts-check
/**
 * The page is a folder. A proxy may serve it without the slash at the end, and everything relative would then be looked
 * for in the folder above, so it is loaded again with the slash, and nothing else happens until then.
 */

const here = new URL(location.href);
if (!here.pathname.endsWith("/")) {
  here.pathname += "/";
  location.replace(here);
  await new Promise(() => {});
}
