// What the computer player of Torres thinks with, as engines/torres has it in prospect.py, evaluate.py, search.py and bots.py.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

#include "rules.hpp"

constexpr int BOARD = 43, SEGMENTS = BOARD, CARD = BOARD + 1, FEATURES = BOARD + 1 + CARDS, SHIFTS = 60;
static double rivals_count = 0.75;  // RIVALS of evaluate.py

struct Weights {
    double of[PHASES][5][FEATURES] = {};
};

// -- prospect.py
static void royal(const Land& land, u64 own, u64 free, u64 castle, int phase, double& met, double& near) {
    u64 there = castle & land.least[phase] & ~land.least[phase + 1];
    if (own & there) met = ROYAL[phase - 1];
    else if (spread(own & land.least[phase - 1]) & there & free) near = ROYAL[phase - 1];
}

static void board(const Land& land, u64 own, u64 others, int king, int phase, double* f) {
    std::fill_n(f, BOARD, 0.0);
    u64 free = FULL & ~(own | others | 1ULL << king), royal_castle = 0;
    const u64* least = land.least;
    auto height = [&](u64 knights) {
        int level = knights ? 1 : 0;
        while (knights & least[level + 1]) level++;
        return level;
    };
    f[0] = 1;
    for (int i = 0; i < land.castles; i++) {
        u64 castle = land.castle[i], around = land.around[i], inside = castle & own, rival = castle & others;
        int size = count(castle), room = std::min(3, count(around & land.grow)), segments = 0;
        for (int k = 1; k <= land.top; k++) segments += count(castle & least[k]);
        if (castle >> king & 1) royal_castle = castle;
        if (!inside) {
            u64 beside = around & own;
            if (beside && spread(beside) & castle & free & ~least[2]) {
                f[11] += size, f[29] += 0.1 * size * size;
                f[30] += size * height(rival);
            }
            if (rival) f[38] += size;
            continue;
        }
        int level = height(inside), worth = level * size, rise = height(rival);
        f[1] += worth, f[2] += size, f[8] += level * room, f[19] += level, f[27]++, f[35] += 0.1 * size * size, f[36] += level * level;
        f[31] += 0.1 * level * worth, f[39] += segments, f[40] = std::max(f[40], double(segments)), f[32] += size <= 2;
        if (worth > f[20]) f[21] = f[20], f[20] = worth;
        else if (worth > f[21]) f[21] = worth;
        if (!room) f[24] += size;
        if (!rival) f[10] += worth, f[9] += size;
        else {
            f[42] += size, f[23] += std::min(level, rise) * size;
            if (rise < level) f[9] += size;
            else f[22] += size * (rise - level);
        }
        u64 high = inside & least[level], unoccupied = castle & free, near = spread(high) & unoccupied;
        if (count(high) > 1) f[26] += size;
        else if (level > 1 && inside & least[level - 1] & ~high) f[37] += size;
        if (unoccupied & least[level + 1]) f[25] += size;
        f[41] += size * count(unoccupied & least[level]);
        if (near & least[level + 2] & ~least[level + 3]) f[28] += size;
        u64 up = near & least[level + 1] & ~least[level + 2];
        if (up) {
            f[3] += size;
            if (spread(up) & unoccupied & least[level + 2] & ~least[level + 3]) f[4] += size;
        } else if (level < size && near & least[level] & ~least[level + 1]) f[5] += size;
        else if (level < size && near & least[level - 1] & ~least[level]) f[6] += size;
        else f[7] += size;
    }
    f[12] = count(own), f[13] = count(own & least[1]);
    for (int k = 1; k <= land.top; k++) f[14] += count(own & least[k]);
    f[33] = count(own & (land.grow | land.joint)), f[34] = count(own & land.clear);
    royal(land, own, free, royal_castle, phase, f[15], f[16]);
    if (phase < PHASES) royal(land, own, free, royal_castle, phase + 1, f[17], f[18]);
}

static double sum(const double* weights, const double* features, int number) {
    double total = 0;
    for (int i = 0; i < number; i++) total += weights[i] * features[i];
    return total;
}

// -- evaluate.py
struct Frame {
    int phase, turns;
    const double *line, *lines[4];
    double rest[4] = {}, draw = 0;
    u64 others = 0;

    Frame(const State& state, const Weights& weights, bool between = false) {
        phase = between ? std::min(PHASES, state.phase + 1) : state.phase;
        auto left = [&](int who) { return between ? ROUNDS[state.seats][phase - 1] : state.turns_left(who); };
        turns = left(state.seat);
        for (int p = phase; p < PHASES; p++) turns += ROUNDS[state.seats][p];
        line = weights.of[phase - 1][left(state.seat)];
        for (int i = 0; i < state.seats; i++) {
            if (i == state.seat) continue;
            const double* own = lines[i] = weights.of[phase - 1][left(i)];
            double cards = 0;
            for (int card = 0; card < CARDS; card++) cards += own[CARD + card] / CARDS;
            rest[i] = own[SEGMENTS] * (state.towers[i].sum() + state.kept[i]) + count(state.hands[i]) * cards;
            others |= state.knights[i];
        }
        if (turns && !between) draw = drawn(state.decks[state.seat]);
    }
    double drawn(const Deck& deck) const {  // the best of the next three cards, on average
        double best = 0, total = 0;
        int known = std::min<int>(3, deck.tops.size());
        for (int i = 0; i < known; i++) best = std::max(best, line[CARD + deck.tops[i]]);
        std::vector<double> unseen;
        for (int card = 0; card < CARDS; card++)
            if (deck.unseen >> card & 1) unseen.push_back(line[CARD + card]);
        std::sort(unseen.begin(), unseen.end(), std::greater<double>());
        int number = unseen.size(), more = std::min(3 - known, number);
        if (!more) return best;
        auto ways = [](int of, int some) {
            double found = some <= of;
            for (int i = 0; i < some; i++) found = found * (of - i) / (i + 1);
            return found;
        };
        for (int i = 0; i < number; i++) total += std::max(best, unseen[i]) * ways(number - 1 - i, more - 1);
        return total / ways(number, more);
    }
    double cards(int hand) const {
        std::vector<double> found;
        for (int card = 0; card < CARDS; card++)
            if (hand >> card & 1) found.push_back(line[CARD + card]);
        std::sort(found.begin(), found.end(), std::greater<double>());
        double total = 0;
        for (int i = 0; i < std::min<int>(turns, found.size()); i++) total += found[i];
        return total;
    }
    double rivals(const State& state, const Land& land, u64 own) const {
        double total = 0, f[BOARD];
        for (int i = 0; i < state.seats; i++) {
            if (i == state.seat) continue;
            board(land, state.knights[i], (own | others) & ~state.knights[i], state.king, phase, f);
            total += sum(lines[i], f, BOARD) + rest[i];
        }
        return total / (state.seats - 1);
    }
    double worth(const State& state, const Land& land) const {  // between phases, for the king
        double f[BOARD];
        board(land, state.knights[state.seat], others, state.king, phase, f);
        return sum(line, f, BOARD) - rivals_count * rivals(state, land, state.knights[state.seat]);
    }
};

// -- search.py
struct Node {
    int land;
    u64 own;
    Towers towers;
    int hand, ap, used, supply, drawn, before;
    bool carded;
    double worth;
};

// A map that forgets all at once: there is a new one for each search.
template <class T> struct Map {
    static constexpr int ROOM = 1 << 15;
    std::vector<u64> keys = std::vector<u64>(ROOM);
    std::vector<unsigned> ages = std::vector<unsigned>(ROOM);
    std::vector<T> values = std::vector<T>(ROOM);
    unsigned age = 0;
    T& at(u64 key, bool& fresh) {
        size_t i = key >> 49;
        while (ages[i] == age && keys[i] != key) i = (i + 1) & (ROOM - 1);
        fresh = ages[i] != age;
        ages[i] = age, keys[i] = key;
        return values[i];
    }
};
static Map<double> theirs;
static Map<char> met;

struct Search {
    const State& state;
    Chance& chance;
    Frame frame;
    std::vector<Node> nodes;
    std::vector<Land> lands;
    std::unordered_map<u64, int> known;
    std::vector<int> layers[10][2];

    Search(const State& from, const Weights& weights, Chance& with, int breadth) : state(from), chance(with), frame(from, weights) {
        nodes.reserve(4096), lands.reserve(1024), theirs.age++, met.age++;
        land_of(Land(from.heights));
        int seat = from.seat;
        add({0, from.knights[seat], from.towers[seat], from.hands[seat], from.ap, from.used, from.supply, from.drawn, -1, from.carded, 0});
        grow(0);
        for (int ap = from.ap + 2; ap >= 0; ap--)
            for (auto& layer : layers[ap]) {
                std::sort(layer.begin(), layer.end(), [&](int a, int b) { return nodes[a].worth > nodes[b].worth; });
                size_t enough = nodes.size() + breadth;
                for (size_t i = 0; i < layer.size() && nodes.size() < enough; i++) grow(layer[i]);
            }
    }
    int land_of(const Land& land) {
        auto [at, fresh] = known.try_emplace(land.key, lands.size());
        if (fresh) lands.push_back(land);
        return at->second;
    }
    int raised(int land, int square) {
        auto at = known.find(lands[land].raised_key(square));
        return at != known.end() ? at->second : land_of(Land(lands[land], square));
    }
    void add(Node node) {
        const Land& land = lands[node.land];
        if (land.top >= HIGHEST) return;
        u64 knights = TABLE.knights(node.own), towers = 0;
        for (int i = 0; i < node.towers.count; i++) towers = towers * 5 + node.towers.heights[i] + 1;
        u64 key = land.key ^ knights ^ TABLE.other[node.ap] ^ TABLE.other[64 + node.hand] ^ TABLE.other[1100 + towers];
        bool fresh;
        met.at(key ^ TABLE.other[3000 + node.drawn], fresh);
        if (!fresh) return;
        double& rivals = theirs.at(land.key ^ knights, fresh);
        if (fresh) rivals = frame.rivals(state, land, node.own);
        double f[BOARD];
        board(land, node.own, frame.others, state.king, frame.phase, f);
        node.worth = node.ap + sum(frame.line, f, BOARD) + frame.line[SEGMENTS] * (node.towers.sum() + std::max(0, node.used)) +
                     frame.cards(node.hand | state.fresh) + frame.draw * (node.drawn - state.drawn) - rivals_count * rivals;
        if (node.before >= 0) layers[node.ap][node.carded].push_back(nodes.size());
        nodes.push_back(node);
    }
    void grow(int number) {
        const Node node = nodes[number];
        const Land land = lands[node.land];
        u64 occupied = node.own | frame.others | 1ULL << state.king, free = ~occupied;
        Node child = node;
        child.before = number;
        auto each = [](u64 set, auto act) {
            for (; set; set &= set - 1) act(lowest(set));
        };
        auto beside = [&](int above) {
            u64 found = 0;
            each(node.own, [&](int s) { found |= TABLE.next[s] & ~land.least[land.heights[s] + above + 1]; });
            return found & free;
        };
        auto put = [&](const Node& from, u64 where) {
            each(where, [&](int s) {
                Node next = from;
                next.own |= 1ULL << s;
                add(next);
            });
        };
        auto build = [&](const Node& from, u64 where) {
            each(where, [&](int s) {
                Node next = from;
                next.land = raised(node.land, s);
                add(next);
            });
        };
        auto leave = [&](Node from, int square, u64 where) {
            from.own ^= 1ULL << square;
            put(from, where);
        };
        u64 segments = (land.grow | land.rise) & free;
        if (node.ap) {
            if (node.ap >= 2 && count(node.own) < KNIGHTS) {
                Node next = child;
                next.ap -= 2;
                put(next, beside(0));
            }
            each(node.own, [&](int s) {
                u64 layers_[8];
                int found = land.walk(s, occupied, node.ap, layers_);
                Node next = child;
                for (int i = 0; i < found; i++) next.ap--, leave(next, s, layers_[i]);
            });
            for (int i = 0; i < (node.used < 0 ? node.towers.count : node.used > 0); i++) {
                Node next = child;
                if (node.used < 0) {
                    next.used = node.towers.heights[i];
                    if (!next.used || (i && next.used == node.towers.heights[i - 1])) continue;
                    next.towers.remove(i);
                }
                next.used--, next.ap--;
                build(next, segments);
            }
            if (node.drawn < 2 && state.decks[state.seat].size() > node.drawn - state.drawn) {
                Node next = child;
                next.ap--, next.drawn++;
                add(next);
            }
        }
        for (int card = 0; card < CARDS && !node.carded; card++) {
            if (!(node.hand >> card & 1)) continue;
            Node next = child;
            next.hand &= ~(1 << card);
            next.carded = true;
            if (card == SIX || card == SEVEN) {
                next.ap += card == SIX ? 1 : 2;
                if (!number) add(next);
            } else if (card == SUPPLY) {
                next.supply--;
                if (node.supply > 0) build(next, segments);
            } else if (card == HIGHER) {
                if (count(node.own) < KNIGHTS) put(next, beside(1));
            } else if (card == SHIFT) {
                if (!number) shift(next, land, free);
            } else if (card == UNDER) {
                for (int height = 1; height < 4; height++) {
                    Node from = next;
                    auto end = from.towers.heights + from.towers.count, at = std::find(from.towers.heights, end, height);
                    if (at != end) --*at, from.towers.sort();
                    else if (node.used == height) from.used--;
                    else continue;
                    build(from, node.own & (land.rise | land.grow | land.clear));
                }
            } else
                each(node.own, [&](int s) {
                    int level = land.heights[s];
                    u64 where = 0;
                    if (card == CLIMB) where = TABLE.next[s] & land.least[level + 2] & ~land.least[level + 3];
                    if (card == GATE) where = land.gates(s);
                    if (card == DIAGONAL) where = TABLE.corner[s] & ~land.least[level + 2];
                    for (int i = 0; card == JUMP && i < TABLE.jumps[s]; i++)
                        if (occupied & TABLE.over[s][i]) where |= TABLE.behind[s][i] & ~land.least[level + 2];
                    leave(next, s, where & free);
                });
        }
    }
    void shift(const Node& from, const Land& land, u64 free) {
        std::vector<std::pair<int, int>> all;
        for (u64 stacks = land.least[1] & free; stacks; stacks &= stacks - 1) {
            int square = lowest(stacks);
            Land without = land;
            if (land.heights[square] == 1) {
                u64 rest = land.castle[land.castle_of(1ULL << square)] & ~(1ULL << square);
                if (rest ? land.least[count(rest) + 1] & rest || flood(rest & -rest, rest) != rest : land.castles <= 6) continue;
                uint8_t heights[64];
                memcpy(heights, land.heights, 64);
                heights[square]--;
                without = Land(heights);
            }
            for (u64 to = (without.grow | without.rise | without.clear) & free & ~(1ULL << square); to; to &= to - 1)
                all.push_back({square, lowest(to)});
        }
        for (int i = 0; i < std::min<int>(SHIFTS, all.size()); i++) {
            std::swap(all[i], all[i + chance.below(all.size() - i)]);
            uint8_t heights[64];
            memcpy(heights, land.heights, 64);
            heights[all[i].first]--, heights[all[i].second]++;
            Node next = from;
            next.land = land_of(Land(heights));
            add(next);
        }
    }
    void play(State& into, int number) const {
        const Node& node = nodes[number];
        memcpy(into.heights, lands[node.land].heights, 64);
        into.knights[state.seat] = node.own, into.towers[state.seat] = node.towers, into.hands[state.seat] = node.hand;
        into.ap = node.ap, into.used = node.used, into.supply = node.supply, into.carded = node.carded;
    }
};

// -- bots.py: what is not a turn
static void draw(State& state, const double* line, Chance& chance) {
    Deck& deck = state.decks[state.seat];
    std::vector<int> looked;
    for (; looked.size() < 3 && !deck.tops.empty(); deck.tops.erase(deck.tops.begin())) looked.push_back(deck.tops[0]);
    while (looked.size() < 3 && deck.unseen) {
        int left = deck.unseen;
        for (int skip = chance.below(count(left)); skip; skip--) left &= left - 1;
        looked.push_back(__builtin_ctz(left));
        deck.unseen &= ~(left & -left);
    }
    for (; looked.size() < 3 && !deck.bottoms.empty(); deck.bottoms.erase(deck.bottoms.begin())) looked.push_back(deck.bottoms[0]);
    std::sort(looked.begin(), looked.end(), [&](int a, int b) { return line[CARD + a] > line[CARD + b]; });
    state.fresh |= 1 << looked[0];
    if (looked.size() > 1) deck.tops.insert(deck.tops.begin(), looked[1]);
    if (looked.size() > 2) deck.bottoms.push_back(looked[2]);
    state.ap--, state.drawn++;
}

static double promise(const State& state, bool king) {
    Land land(state.heights);
    double worth = 0;
    for (u64 own = state.knights[state.seat]; own; own &= own - 1)
        worth += 0.3 * count(spread(spread(land.castle[land.castle_of(own & -own)])) & (land.grow | land.clear));
    for (int i = 0; king && i < state.seats; i++) {
        u64 inside = state.knights[i] & land.castle[land.castle_of(1ULL << state.king)];
        double near = (inside ? 2 : 0) + (inside & land.least[2] ? 4 : 0);
        worth += i == state.seat ? near : -near / (state.seats - 1);
    }
    return worth;
}

static State start(int seats, Chance& chance) {
    State state{seats};
    for (int square : {31, 21, 45, 60, 3, 18, 42, 32}) state.heights[square] = 1;  // d8 c6 f6 h5 a4 c3 f3 e1
    state.supply = 92 - 8;
    u64 free = Land(state.heights).least[1];
    auto best = [&](auto trial) {
        double most = -1e9;
        int at = 0;
        for (u64 left = free; left; left &= left - 1) {
            double worth = trial(lowest(left)) + chance.share();
            if (worth > most) most = worth, at = lowest(left);
        }
        free &= ~(1ULL << at);
        return at;
    };
    for (int& i = state.seat; i < seats; i++) {
        state.knights[i] = 1ULL << best([&](int at) { return state.knights[i] = 1ULL << at, promise(state, false); });
        state.deal(i);
    }
    state.seat = seats - 1;
    state.king = best([&](int at) { return state.king = at, promise(state, true); });
    state.begin_turn(0);
    return state;
}

static void between(State& state, const Weights* weights) {  // the king's journey, and who starts
    int least = *std::min_element(state.scores, state.scores + state.seats);
    for (int k = state.seats - 1; k >= 0; k--) {
        state.seat = (state.starter + k) % state.seats;
        if (state.scores[state.seat] == least) break;
    }
    Land land(state.heights);
    Frame frame(state, weights[state.seat], true);
    u64 away = land.least[1] & ~land.castle[land.castle_of(1ULL << state.king)];
    for (u64 own : state.knights) away &= ~own;
    int best = state.king;
    double most = frame.worth(state, land);
    for (; away; away &= away - 1) {
        state.king = lowest(away);
        double worth = frame.worth(state, land);
        if (worth > most) most = worth, best = state.king;
    }
    state.king = best;
    state.begin_phase((state.seat + 1) % state.seats);
}
