package main

import "fmt"

func main() {
	sum, each := 0, 0
	for {
		if n, _ := fmt.Scan(&each); n == 0 {
			break
		}
		sum += each
	}
	fmt.Println(sum)
}
