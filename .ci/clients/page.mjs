// Draws the example page of a provision.
//
// usage: node page.mjs ADDRESS URI

import assert from "node:assert/strict";
import { Lagrum } from "lagrum";
import { page } from "./provision.js";

const [address, uri] = process.argv.slice(2);
const html = await page(new Lagrum(address), uri);
assert.match(html, /<h1>3 kap\. 3 §, Fårlag/);
assert.match(html, /1 cases cite it/);
assert.match(html, /NJA 2031 s\. 5/);
console.log("the page of a provision: as it should be");
