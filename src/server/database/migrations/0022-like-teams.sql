-- The teams whose names are most like a name read from paper, found without comparing it with every name: this kind of index
-- hands out the likest first. With the default signature of 12 bytes most names look alike to it.
create index teams_by_likeness on teams using gist (sort_name gist_trgm_ops (siglen = 64));
