// What makes the ways of a reader shorter. Every page works without it.
