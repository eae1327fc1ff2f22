// Uses the client as its package has it. usage: node packed.mjs ADDRESS TARBALL
import { Lagrum } from "lagrum";
import { downloadDump } from "lagrum/node";

const [address, tarball] = process.argv.slice(2);
const found = await new Lagrum(address).resolve("2 kap. 3 § fårlagen");
if (!found.results[0]?.pin?.uri.endsWith("/1931:47#K2P3")) throw new Error(JSON.stringify(found));
if (typeof downloadDump !== "function") throw new Error("the package lacks lagrum/node");
console.log(`${tarball}: installed into an empty folder, and resolves`);
